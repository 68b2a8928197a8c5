import { describe, expect, it } from 'vitest'
import { studentTCumulative, studentTDensity, studentTMeanAbove, studentTQuantile } from './student-t.ts'

// Reference values: SciPy 1.17.1, python -c "from scipy import stats; print(stats.t.cdf(-2, 4), stats.t.pdf(-2, 4),
// stats.t.ppf(.025, 4))", and integrate.quad(lambda x: x * stats.t.pdf(x, 4), -1, inf)[0] / stats.t.sf(-1, 4).
describe("Student's t distribution", () => {
  it.each([
    [4, -2, 0.05805826175840778, 0.06629126073623882],
    [4, 0.7, 0.7387499172032749, 0.2809088317119511],
    [7, 1.5, 0.911350756505015, 0.12626306128596107],
    [24, 3, 0.9968971316917377, 0.007372312639560868],
    [10, -12, 1.460704412384992e-7, 1.14473938185719e-7],
  ])('has reference probabilities with %d degrees of freedom at %d', (degrees, t, cumulative, density) => {
    expect(studentTCumulative(t, degrees) / cumulative).toBeCloseTo(1, 9)
    expect(studentTDensity(t, degrees) / density).toBeCloseTo(1, 9)
  })

  it.each([
    [4, 0.025, -2.7764451051977943],
    [7, 0.9, 1.4149239276505086],
    [10, 0.975, 2.228138851986274],
    [44, 0.1, -1.3010900596887998],
    [5, 1e-6, -24.771029720515948],
  ])('has the reference quantiles with %d degrees of freedom at %d', (degrees, probability, t) => {
    expect(studentTQuantile(probability, degrees) / t).toBeCloseTo(1, 9)
  })

  it.each([
    [4, -1, 0.4400357776314683],
    [4, 0.5, 1.4192954572462668],
    [7, 1.5, 2.19579485556319],
    [10, 3, 3.6073814268517945],
  ])('has the reference means of its tail with %d degrees of freedom above %d', (degrees, t, mean) => {
    expect(studentTMeanAbove(t, degrees)).toBeCloseTo(mean, 8)
  })

  it('has a finite mean above any number, even if the tail is zero in floating point', () => {
    expect(studentTMeanAbove(1e200, 4)).toBeCloseTo((4 / 3) * 1e200, -190)
  })

  it('returns from each quantile to its probability', () => {
    for (const degrees of [3, 4.5, 10, 100, 1e6]) {
      for (const probability of [1e-9, 0.01, 0.3, 0.5, 0.7, 0.99]) {
        expect(studentTCumulative(studentTQuantile(probability, degrees), degrees)).toBeCloseTo(
          probability,
          9,
        )
      }
    }
  })
})
