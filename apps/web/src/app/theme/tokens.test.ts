/** Every text colour has the contrast that WCAG AA requires (4.5) on every ground, in both colour schemes. */

import { expect, test } from 'vitest'
import { dark, light, type Tokens } from './tokens.ts'

/** Relative luminance, as defined by WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const grounds = ['page', 'surface', 'sunken', 'hover', 'selected', 'accent-soft', 'ok-soft', 'warn-soft', 'bad-soft', 'plum-soft']
const texts = ['ink', 'ink2', 'ink3', 'accent-text', 'ok', 'warn', 'bad', 'plum']
const onGrounds = texts.flatMap((text) => grounds.map((ground) => [`--c-${text}`, `--c-${ground}`] as const))
const covers = [1, 2, 3, 4, 5, 6].map((number) => ['--c-on-fill', `--cover-${number}`] as const)
const fills = [
  ['--c-on-accent', '--c-accent'],
  ['--c-on-accent', '--c-accent-hover'],
  ['--c-on-fill', '--c-bad-fill'],
  ['--c-surface', '--c-ink'],
  ['--c-page', '--c-ink-fill'],
  ['--c-ink', '--c-pressed'],
  ['--c-ink2', '--c-pressed'],
  ['--c-ink', '--c-mark'],
] as const

test.each<[string, Tokens]>([
  ['light', light],
  ['dark', dark],
])('%s: text is readable', (_, tokens) => {
  const weak = [...onGrounds, ...covers, ...fills].flatMap(([text, ground]) => {
    const contrast = contrastOf(tokens[text]!, tokens[ground]!)
    return contrast < 4.5 ? [`${text} on ${ground}: ${contrast.toFixed(2)}`] : []
  })
  expect(weak).toEqual([])
})
