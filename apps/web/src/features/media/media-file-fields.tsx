/** The files next to a recording on its form: attachments such as slides and data, and captions with their language, name and default. */

import { ActionIcon, Input, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { getErrorMessage } from '#lib/api-errors.ts'
import { Dropzone } from '#ui/dropzone.tsx'
import { IconPaperclip, IconX } from '#ui/icons.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { getAcceptAttribute, type FileKind } from '#features/files/file-types.ts'
import { type FileUpload, type uploadFile, useFileUploads } from '#features/files/use-file-uploads.ts'
import { readCaptionFile, captionLanguages, languageOfFile, nameOfLanguage } from './caption-file.ts'
import { useReportBusy } from './media-form.tsx'
import type { AttachmentValue, CaptionValue } from './media-values.ts'
import classes from './media-file-fields.module.css'

const kinds: readonly FileKind[] = ['document', 'image']
/** The contract's limit. */
const maxNameLength = 200

type AttachmentsProps = {
  value: readonly AttachmentValue[]
  onChange: (change: (now: readonly AttachmentValue[]) => AttachmentValue[]) => void
  error?: string | undefined
  onBusy?: (isBusy: boolean) => void
  /** A page may have several of them. */
  id?: string
  upload?: typeof uploadFile
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const FileRow = ({ action, onRemove, children }: { action: string; onRemove: () => void; children: ReactNode }) => (
  <li className={classes.file}>
    <IconPaperclip {...icon} />
    <Stack gap={4} flex={1} miw={0} p="8px 0">
      {children}
    </Stack>
    <ActionIcon size="var(--h-md)" aria-label={action} onClick={onRemove}>
      <IconX {...icon} />
    </ActionIcon>
  </li>
)

const UploadState = ({ file: { name }, progress, error }: FileUpload) =>
  error ? (
    <p className={classes.error} role="alert">
      <StatusIcon name="missing" size={16} /> {error}
    </p>
  ) : (
    <>
      <span className={classes.name}>{name}</span>
      <ProgressBar label={`Uploading ${isolate(name)}`} value={progress * 100} isMoving />
    </>
  )

export function AttachmentsField({ value, onChange, error, onBusy, id = 'attachments', upload }: AttachmentsProps) {
  const { uploads, isUploading, add, cancel } = useFileUploads({
    kinds,
    onUploaded: ({ key, name }) => onChange((now) => [...now, { key, name: name.slice(0, maxNameLength) }]),
    ...(upload && { upload }),
  })
  useReportBusy(isUploading, onBusy)
  const count = value.length + uploads.length
  return (
    <Input.Wrapper label="Files" labelElement="div" description="Slides, handouts or data. Students find them with the notes.">
      <Stack id={id} tabIndex={-1} gap={12}>
        {count > 0 && (
          <ul className={classes.files} aria-label="Files">
            {value.map(({ key, name }) => (
              <FileRow
                key={key}
                action={`Remove ${isolate(name)}`}
                onRemove={() => onChange((now) => now.filter((one) => one.key !== key))}
              >
                <span className={classes.name}>{name}</span>
              </FileRow>
            ))}
            {uploads.map((one) => (
              <FileRow key={one.id} action={`${one.error ? 'Remove' : 'Cancel'} ${one.file.name}`} onRemove={() => cancel(one.id)}>
                <UploadState {...one} />
              </FileRow>
            ))}
          </ul>
        )}
        <Dropzone
          label={count > 0 ? 'Add more files' : 'Add files'}
          accept={getAcceptAttribute(kinds)}
          isMultiple
          hint="PDF, Word, Excel, PowerPoint, text or ZIP up to 100 MB, pictures up to 5 MB"
          error={error}
          onFiles={(files) => add(files, id)}
        />
      </Stack>
    </Input.Wrapper>
  )
}

type CaptionsProps = {
  value: readonly CaptionValue[]
  onChange: (change: (now: readonly CaptionValue[]) => CaptionValue[]) => void
  /** Sends a file to the store. */
  upload: (file: File) => Promise<{ key: string }>
  error?: string | undefined
  onBusy?: (isBusy: boolean) => void
  /** A page may have several of them. */
  id?: string
}

/** Converts captions to WebVTT; throws the error as a sentence. */
async function convertToVtt(file: File): Promise<File> {
  const read = readCaptionFile(new Uint8Array(await file.arrayBuffer()))
  if ('error' in read) throw new Error(`${isolate(file.name)} was not accepted. ${read.error}.`)
  return new File([read.vtt], file.name.replace(/\.[^.]*$/, '.vtt'), { type: 'text/vtt' })
}

function useAdding({ onChange, upload }: Pick<CaptionsProps, 'onChange' | 'upload'>) {
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const add = async (file: File): Promise<void> => {
    const vtt = await convertToVtt(file)
    const { key } = await upload(vtt).catch((error: unknown) => {
      throw new Error(`${isolate(file.name)} was not uploaded. ${getErrorMessage(error)}`)
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
        required
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

/** Scrolls here if the URL names it: “Add captions” on the page of the video links here. */
function useHash(id: string): React.RefObject<HTMLDivElement | null> {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (location.hash === `#${id}`) field.current?.focus()
  }, [id])
  return field
}

export function CaptionsField({ value, onChange, upload, error, onBusy, id = 'captions' }: CaptionsProps) {
  const { error: fileError, isBusy, take } = useAdding({ onChange, upload })
  useReportBusy(isBusy, onBusy)
  const change = (key: string, changes: Partial<CaptionValue>): void =>
    onChange((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  return (
    <Input.Wrapper label="Captions" labelElement="div" description="They are also the transcript. One file per language.">
      <Stack ref={useHash(id)} id={id} tabIndex={-1} gap={12}>
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
      </Stack>
    </Input.Wrapper>
  )
}
