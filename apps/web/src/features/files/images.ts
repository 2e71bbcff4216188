/** Images are redrawn before the upload: cropped, upright, no larger than needed, and without their location. */

import { maxImagePixels } from '@lms/contract/file-types'
import { getErrorMessage } from '#lib/api-errors.ts'
import { uploadFile } from './use-file-uploads.ts'

class ImageError extends Error {}

export const getImageError = (error: unknown): string =>
  error instanceof ImageError ? error.message : `${getErrorMessage(error)} The picture was not saved.`

export interface ImageOptions {
  /** Pixels of the longer side at most. */
  longest: number
  /** JPEG is for emails: several mail programs do not show WebP. */
  type?: 'image/webp' | 'image/jpeg'
}

/** Uploads an image for a text. Throws an ImageError with a sentence. */
export async function uploadImage(file: File, options: ImageOptions): Promise<{ key: string; url: string }> {
  const bitmap = await openImage(file)
  const image = await drawImage(bitmap, options)
  bitmap.close()
  const { key } = await uploadFile(image)
  return { key, url: URL.createObjectURL(image) }
}

/** The image, upright. Throws an ImageError with a sentence. */
export async function openImage(file: File): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new ImageError('This browser cannot read the picture. Save it as JPEG or PNG and choose it again.')
  })
  if (bitmap.width * bitmap.height <= maxImagePixels) return bitmap
  // Frees four bytes per pixel, which the browser would only do later.
  bitmap.close()
  throw new ImageError('The picture has more than 40 megapixels. Make it smaller first.')
}

/** Draws the image, or a part of it, into a new file. Throws an ImageError with a sentence. */
export async function drawImage(bitmap: ImageBitmap, { longest, type = 'image/webp' }: ImageOptions, cut?: CropRect): Promise<File> {
  const { x, y, width, height } = cut ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  if (context && type === 'image/jpeg') {
    // JPEG has no transparency: transparent areas become white.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.86))
  if (!blob) throw new ImageError('This browser cannot save the picture. Try another one.')
  // Safari returns PNG if it cannot write WebP.
  const ending = { 'image/webp': 'webp', 'image/jpeg': 'jpg' }[blob.type] ?? 'png'
  return new File([blob], `picture.${ending}`, { type: blob.type })
}

export type Size = { width: number; height: number }
export type Crop = { x: number; y: number; zoom: number }
export type CropRect = { x: number; y: number; width: number; height: number }

/** Beyond this, a photo from a phone would look grainy. */
export const maxZoom = 4

const clamp = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high)

const getSide = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The square always stays within the image. */
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

/** Positions the whole image so that the crop fills its frame; in percentages of the frame. */
export function getImagePosition(size: Size, crop: Crop): { width: string; left: string; top: string } {
  const { x, y, width: side } = toCropRect(size, crop)
  const percent = (pixels: number): string => `${(100 * pixels) / side}%`
  return { width: percent(size.width), left: percent(-x), top: percent(-y) }
}
