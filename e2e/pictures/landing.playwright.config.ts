import base from './playwright.config.ts'

/** Not tests either: they take the pictures of the product that the landing page shows. */
export default {
  ...base,
  outputDir: '../../test-results/landing-pictures',
  globalTeardown: [],
  projects: [{ name: 'landing', testMatch: 'landing.shots.ts' }],
}
