/** Images in stored drafts: their URLs expire, and those of newly added images end with the page. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listImageKeys } from '@lms/contract/rules/post-content'
import { useSession } from '#lib/session.ts'
import { readDraft, saveDraft } from '#lib/stored-drafts.ts'
import { imageUrlsQuery } from './api.ts'

function withUrls(html: string, items: readonly { key: string; url: string }[]): string {
  // Images in a template are not loaded.
  const template = document.createElement('template')
  template.innerHTML = html
  for (const { key, url } of items)
    for (const image of template.content.querySelectorAll(`img[data-key="${key}"]`)) image.setAttribute('src', url)
  return template.innerHTML
}

/**
 * Replaces the image URLs in the HTML that a stored draft has in `field`. True once that is done or has failed: only then the draft may be
 * opened.
 */
export function useFreshPictures(
  draftKey: string,
  field: string,
  urlsQuery = (keys: string[]) => imageUrlsQuery({ body: { keys } }),
): boolean {
  const userId = useSession((session) => session.user?.id ?? 'nobody')
  const [draft] = useState(() => readDraft<Record<string, string>>(userId, draftKey))
  const html = draft?.value[field] ?? ''
  const keys = listImageKeys(html)
  const [isReady, setReady] = useState(keys.length === 0)
  const { data, isFetching } = useQuery({ ...urlsQuery(keys), enabled: !isReady, retry: false })
  useEffect(() => {
    if (isReady || isFetching) return
    if (draft && data) saveDraft(userId, draftKey, { ...draft.value, [field]: withUrls(html, data.items) }, draft.savedAt)
    setReady(true)
  }, [isReady, isFetching, data, draft, userId, draftKey, field, html])
  return isReady
}
