import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { firstLoadKb, getScripts } from './first-load.ts'

const shared = { file: 'assets/shared.js' }
const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'], dynamicImports: ['src/charts.tsx'] },
  'src/app/shell/shell.tsx': { file: 'assets/shell.js', imports: ['_shared.js', 'index.html'] },
  'src/planning/dashboard/dashboard-screen.tsx': { file: 'assets/dashboard.js', imports: ['_shared.js'] },
  'src/charts.tsx': { file: 'assets/charts.js' },
  '_shared.js': shared,
}
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('the first load', () => {
  it('cannot be measured for a module that is not in the build', () => {
    expect(() => getScripts(manifest, ['src/app/shell/gone.tsx'])).toThrow(/gone\.tsx/)
  })

  it('is the sum of the compressed files of the dashboard', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'first-load-'))
    folders.push(folder)
    mkdirSync(path.join(folder, '.vite'))
    mkdirSync(path.join(folder, 'assets'))
    writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
    for (const { file } of Object.values(manifest)) writeFileSync(path.join(folder, file), file.repeat(50))
    const counted = ['assets/index.js', 'assets/shared.js', 'assets/shell.js', 'assets/dashboard.js']
    const bytes = counted.reduce((total, file) => total + gzipSync(file.repeat(50)).length, 0)
    expect(firstLoadKb(folder)).toBe(bytes / 1000)
  })
})
