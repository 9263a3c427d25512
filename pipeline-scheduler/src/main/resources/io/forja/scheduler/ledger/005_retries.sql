-- The run whose work a run goes on with; and of which runs that work was taken back.
ALTER TABLE runs ADD COLUMN resumes TEXT;
ALTER TABLE runs ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
