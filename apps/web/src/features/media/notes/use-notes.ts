/** The user’s notes on a video: loaded once, updated on edits, and downloaded as a Markdown file. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiProblem } from '@lms/contract/client'
import type { MediaNote } from '@lms/contract/media'
import { apiMutation } from '#lib/api-hooks.ts'
import { fetchAllPages, pageLimit } from '#lib/api-lists.ts'
import { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'
import { formatPosition } from '#lib/format-number.ts'
import { useSessionGuard } from '#lib/use-autosave.ts'

type NotesParams = { courseId: string; mediaId: string }

const useCreateNote = apiMutation('media', 'createNote', { errors: 'inline' })
const useUpdateNote = apiMutation('media', 'updateNote', { errors: 'inline' })
const useRemoveNote = apiMutation('media', 'removeNote')

/** The server stores at most 300 of them, so three pages are all. */
const readAll = (params: NotesParams, signal: AbortSignal): Promise<MediaNote[]> =>
  fetchAllPages((page) => api.media.listNotes({ params, query: { page, limit: pageLimit } }, { signal }))

const byPlace = (one: MediaNote, other: MediaNote): number => one.at - other.at || one.id.localeCompare(other.id)

export type Notes = ReturnType<typeof useNotes>

export function useNotes(params: NotesParams) {
  const client = useQueryClient()
  const queryKey = ['media', 'listNotes', params.courseId, params.mediaId]
  const query = useQuery<MediaNote[], ApiProblem>({ queryKey, queryFn: ({ signal }) => readAll(params, signal) })
  const opener = useSessionGuard()
  const create = useCreateNote()
  const update = useUpdateNote()
  const remove = useRemoveNote()

  const put = (note: MediaNote): MediaNote => {
    // A late response is ignored if a different user has signed in since.
    if (opener.isSameUser())
      changeCached<MediaNote[]>(client, queryKey, (notes) => notes && [...notes.filter(({ id }) => id !== note.id), note].sort(byPlace))
    return note
  }
  const drop = (id: string): void => changeCached<MediaNote[]>(client, queryKey, (notes) => notes?.filter((note) => note.id !== id))
  return {
    query,
    /** Writes the note by its id, whether it exists already or not. */
    add: async (body: Pick<MediaNote, 'id' | 'at' | 'text'>) => put(await opener.send(() => create.mutateAsync({ params, body }))),
    change: async (id: string, text: string) =>
      put(await opener.send(() => update.mutateAsync({ params: { ...params, id }, body: { text } }))),
    remove: async (id: string) => {
      await remove.mutateAsync({ params: { ...params, id } })
      drop(id)
    },
  }
}

/** A note of several lines stays one item of the list. */
const indent = (text: string): string => text.trim().replaceAll('\n', '\n  ')

export function notesFile(title: string, address: string, notes: readonly Pick<MediaNote, 'at' | 'text'>[]): string {
  const lines = notes.map(({ at, text }) => `- [${formatPosition(at)}](${address}?t=${Math.floor(at)}) ${indent(text)}`)
  return [`# Notes: ${title}`, '', ...lines, ''].join('\n')
}

/** “notes-cleaning-a-messy-dataset.md”. */
export function notesFileName(title: string): string {
  const name = title
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `notes-${name.slice(0, 80) || 'video'}.md`
}
