/** Pictures are drawn anew before they leave: turned the right way, no larger than needed, and without where they were taken. */
import { maxImagePixels } from '@lms/contract/file-types'
import type { Cut } from './crop.ts'

export class ImageFault extends Error {}

/** The picture, turned the right way. Throws an ImageFault with a sentence. */
export async function openImage(file: File): Promise<ImageBitmap> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new ImageFault('This browser cannot read the picture. Save it as JPEG or PNG and choose it again.')
  })
  if (bitmap.width * bitmap.height <= maxImagePixels) return bitmap
  // Four bytes a pixel, which the browser would give back at its leisure only.
  bitmap.close()
  throw new ImageFault('The picture has more than 40 megapixels. Make it smaller first.')
}

/** A WebP or PNG of the picture, or of a part of it, of at most `longest` pixels at its longer side. Throws an ImageFault with a sentence. */
export async function drawImage(bitmap: ImageBitmap, longest: number, cut?: Cut): Promise<File> {
  const { x, y, width, height } = cut ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
  const scale = Math.min(1, longest / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.86))
  if (!blob) throw new ImageFault('This browser cannot save the picture. Try another one.')
  // Safari answers with PNG where it cannot write WebP.
  const ending = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `picture.${ending}`, { type: blob.type })
}
