-- The insurance database, the source of seguros.yaml: an embedded database that speaks SQL Server's dialect. Every
-- connection runs this script first, so it changes nothing that is there already.
CREATE SCHEMA IF NOT EXISTS dbo;

CREATE TABLE IF NOT EXISTS dbo.Apolice (
    id_apolice   INT           NOT NULL PRIMARY KEY,
    id_cliente   INT           NOT NULL,
    id_carro     INT           NOT NULL,
    cobertura    NVARCHAR(30)  NOT NULL,
    valor_premio DECIMAL(18,2) NOT NULL,
    data_inicio  DATE          NOT NULL,
    data_fim     DATE          NOT NULL
);
MERGE INTO dbo.Apolice KEY (id_apolice) VALUES
    (1, 1, 1, 'Total', 2800.00, '2024-01-15', '2025-01-15'),
    (2, 2, 2, 'Básica', 1200.00, '2024-02-01', '2025-02-01'),
    (3, 3, 3, 'Terceiros', 950.00, '2024-03-10', '2025-03-10'),
    (4, 1, 4, 'Básica', 1350.50, '2024-04-05', '2025-04-05'),
    (5, 4, 5, 'Total', 3100.00, '2024-05-20', '2025-05-20'),
    (6, 5, 6, 'Intermediária', 1890.00, '2024-06-01', '2025-06-01'),
    (7, 2, 7, 'Básica', 1100.10, '2024-07-12', '2025-07-12'),
    (8, 6, 8, 'Total', 2650.00, '2024-08-30', '2025-08-30'),
    (9, 7, 9, 'Terceiros', 880.00, '2024-09-15', '2025-09-15'),
    (10, 8, 10, 'Intermediária', 2010.00, '2024-10-01', '2025-10-01');

CREATE TABLE IF NOT EXISTS dbo.Sinistro (
    id_sinistro     INT           NOT NULL PRIMARY KEY,
    id_apolice      INT           NOT NULL,
    data_ocorrencia DATE          NOT NULL,
    valor_estimado  DECIMAL(18,2) NOT NULL,
    status          NVARCHAR(30)  NOT NULL
);
MERGE INTO dbo.Sinistro KEY (id_sinistro) VALUES
    (1, 1, '2024-03-02', 4500.00, 'Pago'),
    (2, 2, '2024-05-18', 1200.00, 'Recusado'),
    (3, 5, '2024-08-09', 9800.00, 'Em análise'),
    (4, 7, '2024-09-21', 700.00, 'Recusado'),
    (5, 8, '2024-11-03', 15300.00, 'Pago');

CREATE TABLE IF NOT EXISTS dbo.Carro (
    id_carro   INT          NOT NULL PRIMARY KEY,
    id_cliente INT          NOT NULL,
    placa      CHAR(7)      NOT NULL,
    modelo     NVARCHAR(60) NOT NULL,
    ano        INT          NOT NULL
);
MERGE INTO dbo.Carro KEY (id_carro) VALUES
    (1, 1, 'ABC1D23', 'Onix', 2021),
    (2, 2, 'DEF4G56', 'HB20', 2016),
    (3, 3, 'GHI7J89', 'Argo', 2019),
    (4, 1, 'JKL0M12', 'Corolla', 2023),
    (5, 4, 'NOP3Q45', 'Compass', 2022),
    (6, 5, 'RST6U78', 'Gol', 2014),
    (7, 2, 'VWX9Y01', 'Kwid', 2020),
    (8, 6, 'ZAB2C34', 'Hilux', 2018),
    (9, 7, 'CDE5F67', 'Palio', 2012),
    (10, 8, 'FGH8I90', 'Tracker', 2024);
