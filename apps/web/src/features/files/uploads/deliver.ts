/** Makes the medium of a file that has arrived, or puts the file in the place of another; gives the medium's id. */
import { api } from '#lib/api.ts'
import type { Facts, Target } from './types.ts'

export type Deliver = (target: Target, key: string, facts: Facts, idempotencyKey: string) => Promise<string>

export const deliver: Deliver = async (
  { courseId, weekId, mediaId, title, notes, captions, attachments = [], watching },
  key,
  facts,
  idempotencyKey,
) => {
  const { id } =
    mediaId === null
      ? await api.media.createMedia(
          {
            params: { courseId, weekId },
            body: { title, notes, captions, ...(attachments.length > 0 && { attachments }), type: 'RECORDED', url: key, ...facts },
          },
          { idempotencyKey },
        )
      : await api.media.updateMedia({ params: { courseId, mediaId }, body: { url: key, ...facts, ...(watching && { watching }) } })
  return id
}
