import base from './playwright.config.ts'

/** Not tests either: they take the pictures that the landing page and the README show. */
export default {
  ...base,
  outputDir: '../../test-results/kept-pictures',
  globalTeardown: [],
  projects: [
    { name: 'landing', testMatch: 'landing.shots.ts' },
    { name: 'tour', testMatch: 'tour.shots.ts' },
  ],
}
