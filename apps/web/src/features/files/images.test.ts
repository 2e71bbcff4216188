/** The crop always stays within the image. */

import { expect, test } from 'vitest'
import { toCropRect, maxZoom, getCenter, pan, getImagePosition, zoomTo } from './images.ts'

const wide = { width: 400, height: 200 }

test('it starts in the centre, as large as possible', () => {
  expect(toCropRect(wide, getCenter(wide))).toEqual({ x: 100, y: 0, width: 200, height: 200 })
  expect(getImagePosition(wide, getCenter(wide))).toEqual({ width: '200%', left: '-50%', top: '0%' })
})

test('it moves by fractions of its side, and stops at the edges', () => {
  expect(toCropRect(wide, pan(wide, getCenter(wide), 0.25, 0.25))).toEqual({ x: 150, y: 0, width: 200, height: 200 })
  expect(toCropRect(wide, pan(wide, getCenter(wide), 9, -9))).toMatchObject({ x: 200, y: 0 })
})

test('zooming in keeps its centre; zooming out keeps it within the edges', () => {
  const near = zoomTo(wide, getCenter(wide), 2)
  expect(toCropRect(wide, near)).toEqual({ x: 150, y: 50, width: 100, height: 100 })
  const corner = pan(wide, near, 9, 9)
  expect(toCropRect(wide, corner)).toMatchObject({ x: 300, y: 100 })
  expect(toCropRect(wide, zoomTo(wide, corner, 1))).toEqual({ x: 200, y: 0, width: 200, height: 200 })
})

test('it is never larger than the image, nor zoomed in beyond the limit', () => {
  expect(zoomTo(wide, getCenter(wide), 0.1).zoom).toBe(1)
  expect(zoomTo(wide, getCenter(wide), 99).zoom).toBe(maxZoom)
})
