/** Text written by users, in the serif font. The server sanitizes it, and it is sanitized again here, because the page must not trust it. */

import '@fontsource-variable/newsreader/wght-italic.css'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { getLinkHost } from '@lms/contract/rules/https-url'
import { postAttributes, postTags, textAttributes, textTags } from '@lms/contract/rules/text-formats'
import classes from './rich-text.module.css'

const sanitizeRules = {
  // In the preview of an email, what is filled in is marked.
  ALLOWED_TAGS: [...textTags, ...postTags, 'mark'],
  ALLOWED_ATTR: [...Object.values(textAttributes).flat(), ...Object.values(postAttributes).flat(), 'src'],
  ALLOW_DATA_ATTR: false,
  // `blob:` is an image that is being added to a text on this page.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|blob):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))/i,
}

function sanitize(html: string): string {
  const body = document.createElement('div')
  body.append(DOMPurify.sanitize(html, { ...sanitizeRules, RETURN_DOM_FRAGMENT: true }))
  // Images must be uploads: external ones would reveal the reader to their site.
  for (const picture of body.querySelectorAll('img')) {
    if (picture.dataset['key']) picture.loading = 'lazy'
    else picture.remove()
  }
  for (const link of body.querySelectorAll('a')) {
    link.setAttribute('rel', 'noopener noreferrer nofollow')
    link.setAttribute('target', '_blank')
    const host = getLinkHost(link.getAttribute('href') ?? '', link.textContent)
    if (host) link.after(` (${host})`)
  }
  // Of the whole list or quote: what is within has its direction.
  for (const block of body.children) block.setAttribute('dir', 'auto')
  return body.innerHTML
}

type Props = {
  html: string
  /** `talk` is the smaller grotesk of comments. */
  voice?: 'book' | 'talk'
}

export function RichText({ html, voice = 'book' }: Props) {
  const clean = useMemo(() => sanitize(html), [html])
  return <div className={`${classes.prose} ${classes[voice]}`} dangerouslySetInnerHTML={{ __html: clean }} />
}
