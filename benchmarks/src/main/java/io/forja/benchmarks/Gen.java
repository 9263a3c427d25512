package io.forja.benchmarks;
final class Gen { public static void main(String[] a) throws Exception { System.out.println(SalesFile.in(java.nio.file.Path.of(a[0]), Integer.parseInt(a[1]))); } }
