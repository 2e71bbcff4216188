/** One picture of a form: what there is, choose another, take it away. */
import { Button, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { sentenceOf } from '#lib/api.ts'
import { ImageFault, redrawImage } from './image.ts'
import { uploadFile } from './upload.ts'
import classes from './image-field.module.css'

type Props = {
  label: string
  help?: string
  /** The picture as it is now, or what stands for it. Gets the address of a picture just chosen. */
  renderPreview: (chosenUrl: string | null) => ReactNode
  hasImage: boolean
  /** The key of the stored file; null for none. */
  onChange: (key: string | null) => void
  longest: number
  isSquare?: boolean
  id?: string
  error?: string | undefined
}

export function ImageField({ label, help, renderPreview, hasImage, onChange, longest, isSquare = false, id, error }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setBusy(true)
    setFault(undefined)
    try {
      const image = await redrawImage(file, { longest, isSquare })
      const { key } = await uploadFile(image)
      setChosen(URL.createObjectURL(image))
      onChange(key)
    } catch (error_) {
      setFault(error_ instanceof ImageFault ? error_.message : `${sentenceOf(error_)} The picture was not saved.`)
    } finally {
      setBusy(false)
    }
  }
  const remove = (): void => {
    setChosen(null)
    onChange(null)
  }

  return (
    <Input.Wrapper label={label} description={help} error={fault ?? error} labelElement="div">
      <div className={classes.field}>
        {renderPreview(hasImage ? chosen : null)}
        <div className={classes.actions}>
          <Button
            {...(id !== undefined && { id })}
            variant="default"
            leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />}
            loading={isBusy}
            onClick={() => field.current?.click()}
          >
            {hasImage ? 'Replace' : 'Choose a picture'}
          </Button>
          {hasImage && (
            <Button variant="subtle" onClick={remove}>
              Remove
            </Button>
          )}
        </div>
        <input
          ref={field}
          type="file"
          hidden
          aria-label={label}
          accept="image/*"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // The same file chosen again must count again.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
