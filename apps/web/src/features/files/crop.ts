/** Which square of a picture is used: its middle and how near it is. Pure; all in pixels of the picture. */

export type Size = { width: number; height: number }
export type Crop = { x: number; y: number; zoom: number }
export type Cut = { x: number; y: number; width: number; height: number }

/** Nearer than this, a photo of a phone would show its grain. */
export const maxZoom = 4

const between = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high)

export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The square never leaves the picture. */
function within(size: Size, { x, y, zoom }: Crop): Crop {
  const near = between(1, zoom, maxZoom)
  const half = Math.min(size.width, size.height) / near / 2
  return { x: between(half, x, size.width - half), y: between(half, y, size.height - half), zoom: near }
}

export const middleOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Moves the square by shares of its side: `1, 0` is one side to the right. */
export const moved = (size: Size, crop: Crop, right: number, down: number): Crop =>
  within(size, { ...crop, x: crop.x + right * sideOf(size, crop), y: crop.y + down * sideOf(size, crop) })

export const zoomed = (size: Size, crop: Crop, zoom: number): Crop => within(size, { ...crop, zoom })

export function cutOf(size: Size, crop: Crop): Cut {
  const side = sideOf(size, crop)
  return { x: crop.x - side / 2, y: crop.y - side / 2, width: side, height: side }
}

/** Places the whole picture so that the square fills its frame; percentages of the frame. */
export function placeOf(size: Size, crop: Crop): { width: string; left: string; top: string } {
  const { x, y, width: side } = cutOf(size, crop)
  const percent = (pixels: number): string => `${(100 * pixels) / side}%`
  return { width: percent(size.width), left: percent(-x), top: percent(-y) }
}
