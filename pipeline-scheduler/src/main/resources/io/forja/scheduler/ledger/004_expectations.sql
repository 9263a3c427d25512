-- What became of the expectations of a job that went on.
ALTER TABLE jobs ADD COLUMN expectations TEXT NOT NULL DEFAULT '[]';
