package dev.stoa.learning.rating;

/** The lower triangle whose square is a symmetric positive definite matrix. Immutable, safe from any thread. */
final class Cholesky {
    private final double[][] lower;

    private Cholesky(double[][] lower) {
        this.lower = lower;
    }

    /** The factor of a matrix, of which only the lower half is read. */
    static Cholesky of(double[][] matrix) {
        int n = matrix.length;
        double[][] lower = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] row = new double[i + 1];
            for (int j = 0; j <= i; j++) {
                double[] other = j == i ? row : lower[j];
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= row[k] * other[k];
                }
                row[j] = j == i ? Math.sqrt(sum) : sum / other[j];
            }
            lower[i] = row;
        }
        return new Cholesky(lower);
    }

    /** The x for which the matrix times x is the right-hand side. */
    double[] solve(double[] right) {
        int n = lower.length;
        double[] x = right.clone();
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                x[i] -= lower[i][k] * x[k];
            }
            x[i] /= lower[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            x[i] /= lower[i][i];
            for (int k = 0; k < i; k++) {
                x[k] -= lower[i][k] * x[i];
            }
        }
        return x;
    }
}
