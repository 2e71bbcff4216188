/** The captions of a video on its form: add files, say their language and name, choose which one shows by default. */
import { ActionIcon, Input, NativeSelect, Radio, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { Dropzone } from '#ui/dropzone.tsx'
import { readCaptionFile } from './caption-file.ts'
import { captionLanguages, languageOfFile, nameOfLanguage } from './caption-languages.ts'
import classes from './media-form.module.css'
import type { CaptionValue } from './media-values.ts'
import { useReportBusy } from './use-pending-uploads.ts'

type Props = {
  value: readonly CaptionValue[]
  onChange: (change: (now: readonly CaptionValue[]) => CaptionValue[]) => void
  /** Sends a file to the store. */
  upload: (file: File) => Promise<{ key: string }>
  error?: string | undefined
  onBusy?: (isBusy: boolean) => void
  /** A page may have several of them. */
  id?: string
}

/** As WebVTT, whatever was chosen; throws what is wrong with it as a sentence. */
async function convertToVtt(file: File): Promise<File> {
  const read = readCaptionFile(new Uint8Array(await file.arrayBuffer()))
  if ('error' in read) throw new Error(`${file.name} was not taken. ${read.error}.`)
  return new File([read.vtt], file.name.replace(/\.[^.]*$/, '.vtt'), { type: 'text/vtt' })
}

function useAdding({ onChange, upload }: Pick<Props, 'onChange' | 'upload'>) {
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const add = async (file: File): Promise<void> => {
    const vtt = await convertToVtt(file)
    const { key } = await upload(vtt).catch((error: unknown) => {
      throw new Error(`${file.name} was not uploaded. ${getErrorMessage(error)}`)
    })
    const language = languageOfFile(file.name)
    onChange((now) => [...now, { key, language, label: nameOfLanguage(language), default: now.length === 0 }])
  }
  const take = async (files: File[]): Promise<void> => {
    setBusy(true)
    setError(undefined)
    for (const file of files)
      await add(file).catch((error: unknown) => setError(error instanceof Error ? error.message : getErrorMessage(error)))
    setBusy(false)
  }
  return { error, isBusy, take }
}

type RowProps = {
  caption: CaptionValue
  /** One of a group is the default. */
  group: string
  onChange: (changes: Partial<CaptionValue>) => void
  onRemove: () => void
  onDefault: () => void
}

function CaptionRow({ caption: { label, language, ...caption }, group, onChange, onRemove, onDefault }: RowProps) {
  const [languages] = useState(captionLanguages)
  const rename = (next: string): void =>
    onChange({ language: next, ...(label === nameOfLanguage(language) && { label: nameOfLanguage(next) }) })
  return (
    <li className={classes.row}>
      <NativeSelect
        label="Language"
        data={languages.some(({ value }) => value === language) ? languages : [{ value: language, label: language }, ...languages]}
        value={language}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      <TextInput
        label="Name in the menu"
        maxLength={80}
        autoComplete="off"
        value={label}
        error={label.trim() ? undefined : 'Enter a name'}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Radio className={classes.default ?? ''} name={group} label="Shown by default" checked={caption.default} onChange={onDefault} />
      <ActionIcon size="var(--h-md)" className={classes.remove ?? ''} aria-label={`Remove the captions ${label}`} onClick={onRemove}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** The address may lead here: “Add captions” on the page of the video does. */
function useHash(id: string): React.RefObject<HTMLDivElement | null> {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (location.hash === `#${id}`) field.current?.focus()
  }, [id])
  return field
}

export function CaptionsField({ value, onChange, upload, error, onBusy, id = 'captions' }: Props) {
  const { error: fileError, isBusy, take } = useAdding({ onChange, upload })
  useReportBusy(isBusy, onBusy)
  const change = (key: string, changes: Partial<CaptionValue>): void =>
    onChange((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  return (
    <Input.Wrapper label="Captions" labelElement="div" description="They are also the transcript. Each language is a file of its own.">
      <div ref={useHash(id)} id={id} tabIndex={-1} className={classes.field}>
        {value.length > 0 && (
          <ul className={classes.list}>
            {value.map((caption) => (
              <CaptionRow
                key={caption.key}
                caption={caption}
                group={`${id}-default`}
                onChange={(changes) => change(caption.key, changes)}
                onRemove={() => onChange((now) => now.filter(({ key }) => key !== caption.key))}
                onDefault={() => onChange((now) => now.map((one) => ({ ...one, default: one.key === caption.key })))}
              />
            ))}
          </ul>
        )}
        <Dropzone
          label={value.length > 0 ? 'Add another language' : 'Choose captions'}
          accept=".vtt,.srt"
          isMultiple
          isDisabled={isBusy}
          hint="WebVTT or SubRip (SRT), at most 1 MB"
          error={fileError ?? error}
          onFiles={(files) => void take(files)}
        />
      </div>
    </Input.Wrapper>
  )
}
