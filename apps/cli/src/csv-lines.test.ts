import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getLines, LineSplitter, toText } from './csv-lines.ts'

const text = fc
  .array(fc.constantFrom('series_id,a', 's1,1', 'é,2', '', '\n', '\r\n', '\n'), { maxLength: 12 })
  .map((parts) => parts.join(''))

it('LineSplitter finds the lines of the whole file, wherever the pieces end', () => {
  forAll(text, fc.boolean(), fc.array(fc.nat(40)), (content, isMarked, cuts) => {
    const bytes = new TextEncoder().encode(`${isMarked ? '\uFEFF' : ''}${content}`)
    const whole = [...getLines(bytes)].map(({ number, start, end }) => [number, toText(bytes, start, end)])
    const found: unknown[] = []
    const splitter = new LineSplitter((piece, { number, start, end }) =>
      found.push([number, toText(piece, start, end)]),
    )
    let from = 0
    for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
      splitter.add(bytes.subarray(from, Math.max(from, cut)))
      from = Math.max(from, Math.min(cut, bytes.length))
    }
    splitter.end()
    expect(found).toEqual(whole)
  })
})
