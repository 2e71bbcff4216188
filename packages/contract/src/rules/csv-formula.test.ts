import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from './csv-formula.ts'

test('what a spreadsheet would run gets an apostrophe, and loses it when it is read again', () => {
  for (const cell of [
    '=1+1',
    '+1',
    '-1',
    '@a',
    ' =1',
    '  =1',
    '=',
    '\u00a0=1',
    '\t1',
    '\n1',
    '\r1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\u200b=1',
    ' \ufeff\u2060=1',
    '\u3000＝1',
    "'=1",
    "''=1",
  ]) {
    expect(escapeFormula(cell)).toBe(`'${cell}`)
    expect(unescapeFormula(escapeFormula(cell))).toBe(cell)
  }
})

test('other text is neither changed nor shortened', () => {
  for (const cell of ['', 'Ana', "'Ana'", "O'Hara", '1=1', 'a@b.example', "'", 'a =1', "a'=1", "''", '   ']) {
    expect(escapeFormula(cell)).toBe(cell)
    expect(unescapeFormula(cell)).toBe(cell)
  }
})

test('what was never escaped is read as it is', () => expect(unescapeFormula('=1')).toBe('=1'))
