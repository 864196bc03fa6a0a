package dev.stoa.learning.rating;

import java.util.Arrays;

/**
 * The penalised Fisher information of Bradley-Terry strengths: a positive definite matrix that is never stored whole
 * for many agents. Not thread-safe.
 */
final class Information {
    private static final double RESIDUAL = 1e-10;

    private final BradleyTerry.Games games;
    private final boolean direct;
    private final double[] diagonal;
    /** Minus the entry of each pair that played. */
    private final double[] coupling;

    Information(BradleyTerry.Games games, double[] theta) {
        this.games = games;
        this.direct = games.agents() <= BradleyTerry.DIRECT;
        this.diagonal = new double[games.agents()];
        this.coupling = new double[games.first().length];
        for (int a = 0; a < diagonal.length; a++) {
            double p = BradleyTerry.sigmoid(theta[a]);
            diagonal[a] = p * (1 - p);
        }
        for (int i = 0; i < coupling.length; i++) {
            int a = games.first()[i];
            int b = games.second()[i];
            double p = BradleyTerry.sigmoid(theta[a] - theta[b]);
            coupling[i] = games.games()[i] * p * (1 - p);
            diagonal[a] += coupling[i];
            diagonal[b] += coupling[i];
        }
    }

    /** The x for which this matrix times x is the right-hand side. */
    double[] solve(double[] right) {
        return direct ? Cholesky.of(whole()).solve(right) : conjugateGradients(right);
    }

    /** Standard errors of the strengths against their mean; from the diagonal alone where there are many. */
    double[] deviations() {
        int n = diagonal.length;
        double[] deviations = new double[n];
        if (!direct) {
            for (int a = 0; a < n; a++) {
                deviations[a] = Math.sqrt(1 / diagonal[a]);
            }
            return deviations;
        }
        Cholesky factor = Cholesky.of(whole());
        double[] variance = new double[n];
        double[] rowMean = new double[n];
        for (int a = 0; a < n; a++) {
            double[] unit = new double[n];
            unit[a] = 1;
            double[] column = factor.solve(unit);
            variance[a] = column[a];
            rowMean[a] = Arrays.stream(column).sum() / n;
        }
        double mean = Arrays.stream(rowMean).sum() / n;
        for (int a = 0; a < n; a++) {
            deviations[a] = Math.sqrt(Math.max(0, variance[a] - 2 * rowMean[a] + mean));
        }
        return deviations;
    }

    private double[][] whole() {
        int n = diagonal.length;
        double[][] matrix = new double[n][n];
        for (int a = 0; a < n; a++) {
            matrix[a][a] = diagonal[a];
        }
        for (int i = 0; i < coupling.length; i++) {
            int a = games.first()[i];
            int b = games.second()[i];
            matrix[a][b] -= coupling[i];
            matrix[b][a] -= coupling[i];
        }
        return matrix;
    }

    /** Conjugate gradients, preconditioned by the diagonal. */
    private double[] conjugateGradients(double[] right) {
        int n = diagonal.length;
        double[] x = new double[n];
        double[] residual = right.clone();
        double[] scaled = new double[n];
        double[] direction = new double[n];
        double[] image = new double[n];
        double enough = RESIDUAL * RESIDUAL * dot(right, right);
        double before = 0;
        for (int i = 0; i < 10 * n && dot(residual, residual) > enough; i++) {
            for (int a = 0; a < n; a++) {
                scaled[a] = residual[a] / diagonal[a];
            }
            double now = dot(residual, scaled);
            double keep = i == 0 ? 0 : now / before;
            for (int a = 0; a < n; a++) {
                direction[a] = scaled[a] + keep * direction[a];
            }
            multiply(direction, image);
            double length = now / dot(direction, image);
            for (int a = 0; a < n; a++) {
                x[a] += length * direction[a];
                residual[a] -= length * image[a];
            }
            before = now;
        }
        return x;
    }

    private void multiply(double[] vector, double[] product) {
        for (int a = 0; a < product.length; a++) {
            product[a] = diagonal[a] * vector[a];
        }
        int[] first = games.first();
        int[] second = games.second();
        for (int i = 0; i < coupling.length; i++) {
            product[first[i]] -= coupling[i] * vector[second[i]];
            product[second[i]] -= coupling[i] * vector[first[i]];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
