/** Two ways to delete a media item: only its stored file, or all of it. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Media } from '@lms/contract/media'
import { isolate } from '@lms/contract/rules/direction'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { DangerAction, DangerZone } from '#ui/form-page.tsx'
import { notify } from '#ui/toasts.tsx'
import { useRemoveLibraryMedia, useRemoveMedia, useRemoveMediaFile } from './api.ts'
import { getSource } from './media-values.ts'

/** The call for the file alone needs no course. */
type Thing = Pick<Media, 'id' | 'title' | 'type'>
type DialogProps<T> = { media: Thing; onClose: () => void; onDone: (saved: T) => void }

const getTypeName = ({ type }: Pick<Media, 'type'>): string => (type === 'LIVE' ? 'session' : 'recording')

export function DeleteFileDialog({ media, onClose, onDone }: DialogProps<Media>) {
  const remove = useRemoveMediaFile()
  const confirm = (): void =>
    remove.mutate(
      { params: { mediaId: media.id }, body: { url: null } },
      {
        onSuccess: (saved) => {
          notify.success(`The file of ${isolate(media.title)} is deleted`)
          onDone(saved)
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isPending={remove.isPending}
      title="Delete the file?"
      cancelLabel="Keep the file"
      confirmLabel="Delete the file"
    >
      <p>
        The stored file of {isolate(media.title)} is gone for good. Title, notes and attendance stay in the week, and another file can be
        uploaded in its place. People in the middle of it then start again, unless you say that it is the same.
      </p>
    </ConfirmDialog>
  )
}

function DeleteMediaDialog({ media, courseId, ...rest }: DialogProps<void> & { courseId: string }) {
  const { mutate, isPending } = useRemoveMedia()
  const remove = (onSuccess: () => void): void => mutate({ params: { courseId, mediaId: media.id } }, { onSuccess })
  return <DeletionDialog media={media} {...rest} remove={remove} isPending={isPending} isUsed />
}

/** Also for media that is no longer in a course. */
export function DeleteLibraryMediaDialog({ media, ...rest }: DialogProps<void> & { isUsed: boolean }) {
  const { mutate, isPending } = useRemoveLibraryMedia()
  const remove = (onSuccess: () => void): void => mutate({ params: { mediaId: media.id } }, { onSuccess })
  return <DeletionDialog media={media} {...rest} remove={remove} isPending={isPending} />
}

type DeletionProps = DialogProps<void> & { remove: (onSuccess: () => void) => void; isPending: boolean; isUsed: boolean }

function DeletionDialog({ media, onClose, onDone, remove, isPending, isUsed }: DeletionProps) {
  const name = getTypeName(media)
  const confirm = (): void =>
    remove(() => {
      notify.success(`${isolate(media.title)} is deleted`)
      onDone()
    })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isPending={isPending}
      title={`Delete ${isolate(media.title)}?`}
      cancelLabel={`Keep the ${name}`}
      confirmLabel={`Delete the ${isolate(name)}`}
    >
      <p>
        {isUsed ? `The ${name} leaves its week with its notes and its file.` : `The ${name} is deleted with its notes and its file.`}{' '}
        Attendance that was marked is kept{isUsed && ' in the export'}. This cannot be undone.
        {media.type === 'LIVE' && ' Where it is still to come, everybody in the course gets an email.'}
      </p>
    </ConfirmDialog>
  )
}

type Props = { media: Media; onDeleted: () => void; onFileDeleted: (saved: Media) => void }

export function MediaActions({ media, onDeleted, onFileDeleted }: Props) {
  const [asked, setAsked] = useState<'file' | 'media' | null>(null)
  const close = (): void => setAsked(null)
  const name = getTypeName(media)
  const red = (label: string, what: 'file' | 'media') => (
    <Button variant="default" c="var(--c-bad)" onClick={() => setAsked(what)}>
      {label}
    </Button>
  )
  return (
    <DangerZone>
      {media.url !== null && getSource(media) === 'upload' && (
        <DangerAction
          title="Delete the file"
          text={`Frees the storage. The ${name} stays in the week with its title, notes and attendance.`}
          action={red('Delete the file', 'file')}
        />
      )}
      <DangerAction
        title={`Delete the ${name}`}
        text="It is removed from the week for good, with its notes and its file. Attendance that was marked is kept."
        action={red(`Delete the ${name}`, 'media')}
      />
      {asked === 'media' && <DeleteMediaDialog media={media} courseId={media.courseId} onClose={close} onDone={onDeleted} />}
      {asked === 'file' && (
        <DeleteFileDialog
          media={media}
          onClose={close}
          onDone={(saved) => {
            close()
            onFileDeleted(saved)
          }}
        />
      )}
    </DangerZone>
  )
}
