-- BibliotecaDb, the source of biblioteca.yaml: an embedded database that speaks SQL Server's dialect. Every connection
-- runs this script first, so it changes nothing that is there already.
CREATE SCHEMA IF NOT EXISTS dbo;

CREATE TABLE IF NOT EXISTS dbo.Categoria (
    id_categoria INT           NOT NULL PRIMARY KEY,
    nome         NVARCHAR(60)  NOT NULL,
    descricao    NVARCHAR(200)
);
MERGE INTO dbo.Categoria KEY (id_categoria) VALUES
    (1, 'Romance', 'Ficção narrativa centrada em relacionamentos'),
    (2, 'Ficção Científica', 'Narrativas com tecnologia futura'),
    (3, 'Técnico', 'Obras sobre informática e engenharia'),
    (4, 'História', 'Livros sobre o passado e sociedades'),
    (5, 'Infantil', 'Literatura para o público infantil');

CREATE TABLE IF NOT EXISTS dbo.Autor (
    id_autor      INT           NOT NULL PRIMARY KEY,
    nome          NVARCHAR(100) NOT NULL,
    pais          NVARCHAR(60)  NOT NULL,
    nascimento    DATE
);
MERGE INTO dbo.Autor KEY (id_autor) VALUES
    (1, 'Machado de Assis', 'Brasil', '1839-06-21'),
    (2, 'Clarice Lispector', 'Brasil', '1920-12-10'),
    (3, 'José Saramago', 'Portugal', '1922-11-16'),
    (4, 'Ursula K. Le Guin', 'Estados Unidos', '1929-10-21'),
    (5, 'Ziraldo', 'Brasil', '1932-10-24'),
    (6, 'Martin Kleppmann', 'Alemanha', NULL);

CREATE TABLE IF NOT EXISTS dbo.Livro (
    id_livro     INT            NOT NULL PRIMARY KEY,
    titulo       NVARCHAR(200)  NOT NULL,
    id_autor     INT            NOT NULL REFERENCES dbo.Autor,
    id_categoria INT            NOT NULL REFERENCES dbo.Categoria,
    ano          SMALLINT,
    preco        DECIMAL(10, 2) NOT NULL,
    disponivel   BIT            NOT NULL
);
MERGE INTO dbo.Livro KEY (id_livro) VALUES
    (1, 'Dom Casmurro', 1, 1, 1899, 39.90, TRUE),
    (2, 'Memórias Póstumas de Brás Cubas', 1, 1, 1881, 42.50, FALSE),
    (3, 'A Hora da Estrela', 2, 1, 1977, 34.90, TRUE),
    (4, 'Memorial do Convento', 3, 4, 1982, 59.90, TRUE),
    (5, 'A Mão Esquerda da Escuridão', 4, 2, 1969, 64.90, FALSE),
    (6, 'O Menino Maluquinho', 5, 5, 1980, 29.90, TRUE),
    (7, 'Designing Data-Intensive Applications', 6, 3, 2017, 289.00, TRUE);

CREATE TABLE IF NOT EXISTS dbo.Usuario (
    id_usuario    INT           NOT NULL PRIMARY KEY,
    nome          NVARCHAR(100) NOT NULL,
    email         NVARCHAR(200) NOT NULL,
    cadastrado_em DATETIME2(7)  NOT NULL
);
MERGE INTO dbo.Usuario KEY (id_usuario) VALUES
    (1, 'Ana Conceição', 'ana@exemplo.br', '2025-02-03 09:15:00.1234567'),
    (2, 'João Gonçalves', 'joao@exemplo.br', '2025-03-11 14:02:30'),
    (3, 'Inês Araújo', 'ines@exemplo.pt', '2025-08-20 18:45:10'),
    (4, 'Márcio Antônio', 'marcio@exemplo.br', '2026-01-07 08:00:00');

CREATE TABLE IF NOT EXISTS dbo.Emprestimo (
    id_emprestimo INT          NOT NULL PRIMARY KEY,
    id_livro      INT          NOT NULL REFERENCES dbo.Livro,
    id_usuario    INT          NOT NULL REFERENCES dbo.Usuario,
    emprestado_em DATETIME2(0) NOT NULL,
    devolvido_em  DATETIME2(0),
    multa         MONEY
);
MERGE INTO dbo.Emprestimo KEY (id_emprestimo) VALUES
    (1, 1, 1, '2026-09-01 10:00:00', '2026-09-14 16:30:00', NULL),
    (2, 7, 2, '2026-09-05 11:20:00', '2026-10-02 09:10:00', 12.50),
    (3, 5, 3, '2026-10-10 15:45:00', NULL, NULL),
    (4, 6, 1, '2026-10-12 10:30:00', '2026-10-19 10:05:00', NULL),
    (5, 3, 4, '2026-10-20 17:00:00', '2026-11-16 12:00:00', 10.00),
    (6, 2, 2, '2026-11-03 13:15:00', NULL, NULL),
    (7, 4, 3, '2026-11-08 09:50:00', '2026-11-21 18:20:00', NULL),
    (8, 1, 4, '2026-11-18 14:40:00', '2026-11-25 11:35:00', NULL);
