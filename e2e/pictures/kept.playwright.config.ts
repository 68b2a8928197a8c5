import base from './playwright.config.ts'

/** Configures the scripts that take the pictures of the landing page and the README. */
export default {
  ...base,
  outputDir: '../../test-results/kept-pictures',
  globalTeardown: [],
  projects: [
    { name: 'landing', testMatch: 'landing.shots.ts' },
    { name: 'tour', testMatch: 'tour.shots.ts' },
  ],
}
