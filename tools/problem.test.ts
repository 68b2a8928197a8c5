import { describe, expect, it } from 'vitest'
import { folderProblem, Problem } from './problem.ts'

const failed = (code: string) => Object.assign(new Error(code), { code })

describe('folderProblem', () => {
  it.each([
    ['ENOSPC', 'is full: free some space'],
    ['EDQUOT', 'is full: free some space'],
    ['EACCES', 'cannot write to /data: change its owner, or set DATA_DIR'],
    ['EROFS', 'cannot write to /data: change its owner, or set DATA_DIR'],
    ['ENOTDIR', '/data is not a folder'],
  ])('turns %s into one sentence with a next step', (code, sentence) => {
    const problem = folderProblem(failed(code), '/data') as Problem
    expect(problem).toBeInstanceOf(Problem)
    expect(problem.message).toContain(sentence)
    expect(problem.message).not.toContain('\n')
  })

  it('returns an unknown error unchanged', () => {
    const error = failed('EIO')
    expect(folderProblem(error, '/data')).toBe(error)
  })
})
