/** An image field of a form: shows, replaces and removes the image. */

import { Button, Flex, Input, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { IconPhoto } from '#ui/icons.ts'
import { imageUrlsQuery } from './api.ts'
import { type CropRect, drawImage, getImageError, openImage } from './images.ts'
import { uploadFile } from './use-file-uploads.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })))

type Props = {
  label: string
  help?: string
  /** The current picture or its placeholder. Gets the URL of a picture just chosen. */
  renderPreview: (chosenUrl: string | null) => ReactNode
  hasImage: boolean
  /** The key of a picture that is only part of a draft: after a reload it is fetched from the store. */
  unsaved?: string | null
  /** The key of the stored file; null for none. */
  onChange: (key: string | null) => void
  longest: number
  /** A round photo: its owner chooses which part is used. */
  isRound?: boolean
  id?: string
  error?: string | undefined
}

export function ImageField({ label, help, renderPreview, hasImage, unsaved = null, onChange, longest, isRound = false, id, error }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const draft = useQuery({ ...imageUrlsQuery({ body: { keys: [unsaved ?? ''] } }), enabled: unsaved !== null && chosen === null })
  const draftUrl = draft.data?.items.find(({ key }) => key === unsaved)?.url ?? null
  const [isBusy, setBusy] = useState(false)
  const [imageError, setImageError] = useState<string | undefined>()

  const [opened, setOpened] = useState<{ file: File; bitmap: ImageBitmap } | null>(null)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setImageError(undefined)
    try {
      await work()
    } catch (error_) {
      setImageError(getImageError(error_))
    } finally {
      setBusy(false)
    }
  }
  const send = async (bitmap: ImageBitmap, cut?: CropRect): Promise<void> => {
    const image = await drawImage(bitmap, { longest }, cut)
    const { key } = await uploadFile(image)
    bitmap.close()
    setOpened(null)
    setChosen(URL.createObjectURL(image))
    onChange(key)
  }
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    await attempt(async () => {
      const bitmap = await openImage(file)
      if (isRound) setOpened({ file, bitmap })
      else await send(bitmap)
    })
  }
  const close = (): void => {
    opened?.bitmap.close()
    setImageError(undefined)
    setOpened(null)
  }
  const remove = (): void => {
    setChosen(null)
    onChange(null)
  }

  return (
    <Input.Wrapper label={label} description={help} error={(opened ? undefined : imageError) ?? error} labelElement="div">
      <Flex align="center" gap={16}>
        {renderPreview(hasImage ? (chosen ?? (unsaved && draftUrl)) : null)}
        <Flex wrap="wrap" gap={8}>
          <Button
            {...(id !== undefined && { id })}
            variant="default"
            leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />}
            loading={isBusy && !opened}
            onClick={() => field.current?.click()}
          >
            {hasImage ? 'Replace' : 'Choose a picture'}
          </Button>
          {hasImage && (
            <Button variant="subtle" onClick={remove}>
              Remove
            </Button>
          )}
        </Flex>
        {unsaved && chosen === null && draft.data && !draftUrl && (
          <Text variant="meta">The picture you chose is no longer stored. Choose it again.</Text>
        )}
        <input
          ref={field}
          type="file"
          hidden
          aria-label={label}
          accept="image/*"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // Choosing the same file again must fire another event.
            event.currentTarget.value = ''
          }}
        />
      </Flex>
      {opened && (
        <Suspense fallback={null}>
          <CropDialog
            picture={{ file: opened.file, size: opened.bitmap }}
            onUse={(cut) => void attempt(() => send(opened.bitmap, cut))}
            onClose={close}
            isPending={isBusy}
            error={imageError}
          />
        </Suspense>
      )}
    </Input.Wrapper>
  )
}
