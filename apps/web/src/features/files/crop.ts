/** Which square of a picture is used: its middle and how near it is. Pure; all in pixels of the picture. */

export type Size = { width: number; height: number }
export type Crop = { x: number; y: number; zoom: number }
export type CropRect = { x: number; y: number; width: number; height: number }

/** Nearer than this, a photo of a phone would show its grain. */
export const maxZoom = 4

const clamp = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high)

export const getSide = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The square never leaves the picture. */
function clampCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const near = clamp(1, zoom, maxZoom)
  const half = Math.min(size.width, size.height) / near / 2
  return { x: clamp(half, x, size.width - half), y: clamp(half, y, size.height - half), zoom: near }
}

export const getCenter = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Moves the square by shares of its side: `1, 0` is one side to the right. */
export const pan = (size: Size, crop: Crop, right: number, down: number): Crop =>
  clampCrop(size, { ...crop, x: crop.x + right * getSide(size, crop), y: crop.y + down * getSide(size, crop) })

export const zoomTo = (size: Size, crop: Crop, zoom: number): Crop => clampCrop(size, { ...crop, zoom })

export function toCropRect(size: Size, crop: Crop): CropRect {
  const side = getSide(size, crop)
  return { x: crop.x - side / 2, y: crop.y - side / 2, width: side, height: side }
}

/** Places the whole picture so that the square fills its frame; percentages of the frame. */
export function getImagePosition(size: Size, crop: Crop): { width: string; left: string; top: string } {
  const { x, y, width: side } = toCropRect(size, crop)
  const percent = (pixels: number): string => `${(100 * pixels) / side}%`
  return { width: percent(size.width), left: percent(-x), top: percent(-y) }
}
