/** Pictures are drawn anew before they leave: turned the right way, no larger than needed, and without where they were taken. */

const maxPixels = 40_000_000

export class ImageFault extends Error {}

/** A JPEG or WebP of at most `longest` pixels at its longer side; `isSquare` cuts the middle out. Throws an ImageFault with a sentence. */
export async function redrawImage(file: File, { longest, isSquare = false }: { longest: number; isSquare?: boolean }): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new ImageFault('This browser cannot read the picture. Save it as JPEG or PNG and choose it again.')
  })
  const { width, height } = bitmap
  if (width * height > maxPixels) throw new ImageFault('The picture has more than 40 megapixels. Make it smaller first.')
  const side = Math.min(width, height)
  const cut = isSquare ? { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side } : { x: 0, y: 0, width, height }
  const scale = Math.min(1, longest / Math.max(cut.width, cut.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(cut.width * scale))
  canvas.height = Math.max(1, Math.round(cut.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.86))
  if (!blob) throw new ImageFault('This browser cannot save the picture. Try another one.')
  // Safari answers with PNG where it cannot write WebP.
  const ending = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `picture.${ending}`, { type: blob.type })
}
