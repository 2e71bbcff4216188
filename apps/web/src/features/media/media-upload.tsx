/** Recordings that are uploaded into a week: they start at once, can be named while they upload, and publish when they are complete. */

import { Button, Flex, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isolate } from '@lms/contract/rules/direction'
import type { Week } from '@lms/contract/weeks'
import { focusFirst } from '#lib/focus-field.ts'
import { formatDuration } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { IconMovie } from '#ui/icons.ts'
import { RichTextEditor } from '#ui/rich-text-editor.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { RecordingDrop } from '#features/files/recording-drop.tsx'
import { UnfinishedOnOtherDevices } from '#features/files/unfinished-uploads.tsx'
import { UploadRow } from '#features/files/upload-row.tsx'
import { type PickedFile } from '#features/files/uploads/file-handles.ts'
import { isUnderWay, type Upload } from '#features/files/uploads/types.ts'
import { uploads, useUploads } from '#features/files/uploads/use-uploads.ts'
import { uploadFile } from '#features/files/use-file-uploads.ts'
import { AttachmentsField, CaptionsField } from './media-file-fields.tsx'
import { usePendingUploads, pendingUploadsText } from './media-form.tsx'
import { titleOfFile } from './media-values.ts'
import classes from './media-upload.module.css'

type Props = { course: Course; week: Week; choice: ReactNode }

/** The thumbnail of the recording, or an icon of its kind until there is one. */
const Thumbnail = ({ upload: { thumbnailUrl, facts } }: { upload: Upload }) => (
  <div className={classes.thumbnail}>
    {thumbnailUrl === null ? <IconMovie size={22} stroke={1.75} aria-hidden /> : <img src={thumbnailUrl} alt="" />}
    {facts?.durationSeconds != null && <span className={classes.length}>{formatDuration(facts.durationSeconds)}</span>}
  </div>
)

type RecordingProps = { upload: Upload; isAlone: boolean; error: (field: string) => string | undefined } & ReturnType<
  typeof usePendingUploads
>

function NewRecording({ upload, isAlone, error, busy, track }: RecordingProps) {
  const { id, name, target } = upload
  const [isWanted, setWanted] = useState(false)
  // The form stays visible when another file is added.
  const isWritten = !!target?.notes || (target?.captions.length ?? 0) > 0 || (target?.attachments?.length ?? 0) > 0
  const [captionsId, attachmentsId] = [`captions-${id}`, `attachments-${id}`]
  const isOpen = isAlone || isWanted || isWritten || busy.has(captionsId) || busy.has(attachmentsId)
  return (
    <Flex component="li" direction="column" gap={16}>
      <UploadRow upload={upload} isBoxed />
      <Flex align="flex-end" gap={16}>
        <Thumbnail upload={upload} />
        <TextInput
          id={`title-${id}`}
          flex={1}
          miw={0}
          label="Title"
          required
          {...(!isAlone && { 'aria-label': `Title of ${isolate(name)}` })}
          autoComplete="off"
          value={target?.title ?? ''}
          error={error(`title-${id}`)}
          onChange={(event) => uploads.setTarget(id, { title: event.currentTarget.value })}
        />
      </Flex>
      {isOpen ? (
        <>
          <RichTextEditor
            id={`notes-${id}`}
            label="Notes"
            help="Shown next to the recording. You can leave them empty."
            value={target?.notes ?? ''}
            onChange={(notes) => uploads.setTarget(id, { notes })}
          />
          <AttachmentsField
            id={attachmentsId}
            value={target?.attachments ?? []}
            onChange={(change) => uploads.setTarget(id, ({ attachments = [] }) => ({ attachments: change(attachments) }))}
            error={error(attachmentsId)}
            onBusy={track(attachmentsId)}
          />
          <CaptionsField
            id={captionsId}
            value={target?.captions ?? []}
            onChange={(change) => uploads.setTarget(id, ({ captions }) => ({ captions: change(captions) }))}
            upload={uploadFile}
            error={error(captionsId)}
            onBusy={track(captionsId)}
          />
        </>
      ) : (
        <Button
          className={classes.more ?? ''}
          variant="default"
          size="sm"
          aria-label={`Notes, files and captions of ${isolate(name)}`}
          onClick={() => setWanted(true)}
        >
          Notes, files and captions
        </Button>
      )}
    </Flex>
  )
}

const isRefused = ({ state }: Upload): boolean => state === 'refused'

/** The errors that block publishing; shown after the first attempt. A rejected file only blocks itself. */
function useErrors(mine: readonly Upload[], busy: ReadonlySet<string>) {
  const [submitCount, setSubmitCount] = useState(0)
  const good = mine.filter((upload) => !isRefused(upload))
  const refused = mine
    .filter(isRefused)
    .map(({ name }) => ({ message: `${isolate(name)} was refused. Choose another file, or remove it from the list.`, fieldId: 'file' }))
  const titles = good.flatMap(({ id, target }) => (target?.title.trim() ? [] : [{ message: 'Enter a title', fieldId: `title-${id}` }]))
  const late = [...busy].map((fieldId) => ({ message: pendingUploadsText, fieldId }))
  const missing = mine.length === 0 ? [{ message: 'Choose the file of the recording', fieldId: 'file' }] : [...titles, ...late]
  const errors = [...missing, ...refused]
  return {
    good,
    isAllowed: (): boolean => {
      setSubmitCount(errors.length > 0 ? submitCount + 1 : 0)
      focusFirst(errors.map(({ fieldId }) => fieldId))
      return missing.length === 0
    },
    reset: () => setSubmitCount(0),
    summary: submitCount > 0 ? errors : [],
    submitCount,
  }
}

export function MediaUpload({ course, week, choice }: Props) {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const mine = useUploads(({ target, isWanted }) => target?.weekId === week.id && target.mediaId === null && !isWanted)
  const { busy, track } = usePendingUploads()
  const { good, isAllowed, reset, summary, submitCount } = useErrors(mine, busy)
  const add = (picked: PickedFile[]): void => {
    reset()
    for (const one of picked) {
      const title = titleOfFile(one.file.name).slice(0, 200)
      const target = { courseId: course.id, weekId: week.id, weekNumber: week.number, mediaId: null, title, notes: '', captions: [] }
      uploads.add(one, target).catch(() => notify.error(`${isolate(one.file.name)} could not be read.`))
    }
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (!isAllowed()) return
    const isMoving = good.some(isUnderWay)
    for (const { id, target } of good) {
      uploads.setTarget(id, { title: target?.title.trim() ?? '' })
      uploads.publish(id)
    }
    if (isMoving)
      notify.info(good.length === 1 ? 'It will be published when the upload finishes' : 'They will be published when the uploads finish')
    if (good.length === mine.length) void navigate(paths.week.to({ courseId: course.id, weekId: week.id }))
  }
  const error = (field: string): string | undefined => summary.find(({ fieldId }) => fieldId === field)?.message
  return (
    <FormPage
      form={{ summary, submitCount, restoredFrom: null, discard: reset }}
      onSubmit={submit}
      submitLabel={good.length > 1 ? `Publish ${good.length} recordings` : 'Publish'}
      isPending={false}
      isSticky={mine.length > 0}
      state={
        mine.some(isUnderWay) &&
        (isPhone
          ? 'Publish now and leave the page, but keep the browser open.'
          : 'You can publish now and leave: it appears when the upload finishes.')
      }
    >
      <FormSection>
        {choice}
        <div id="file" tabIndex={-1}>
          <RecordingDrop isMultiple label={mine.length > 0 ? 'Choose more' : 'Choose recordings'} onPicked={add} error={error('file')} />
        </div>
        <UnfinishedOnOtherDevices />
        {mine.length > 0 && (
          <Flex component="ul" direction="column" gap={28} aria-label="New recordings">
            {mine.map((upload) => (
              <NewRecording key={upload.id} upload={upload} isAlone={mine.length === 1} error={error} busy={busy} track={track} />
            ))}
          </Flex>
        )}
      </FormSection>
    </FormPage>
  )
}
