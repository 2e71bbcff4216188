/** The modules made of Tabler's icons. */

import { expect, test } from 'vitest'
import { readIconPaths } from './icons.ts'

test('the paths of an outline, alone and in a group, and of a filled icon', () => {
  const look = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
  expect(readIconPaths(`<path ${look} d="M3 10a7 7 0 1 0 14 0m18 11l-6-6"/>`)).toEqual({
    paths: ['M3 10a7 7 0 1 0 14 0m18 11l-6-6'],
    isFilled: false,
  })
  expect(readIconPaths(`<g ${look}><path d="m8 9l3 3"/><path d="M3 6a2 2 0 0 1 2-2"/></g>`)).toEqual({
    paths: ['m8 9l3 3', 'M3 6a2 2 0 0 1 2-2'],
    isFilled: false,
  })
  expect(readIconPaths('<path fill="currentColor" d="M1 1z"/>')).toEqual({ paths: ['M1 1z'], isFilled: true })
})

test('an icon with another shape stops the build instead of being drawn in part', () => {
  expect(() => readIconPaths('<g><path d="M1 1z"/><circle cx="2" cy="2" r="1"/></g>')).toThrow('<circle')
})
