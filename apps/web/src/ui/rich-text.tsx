/** What people wrote, in the book face. The server cleans it; here it is cleaned again, because the page must not trust it. */
import '@fontsource-variable/newsreader/wght-italic.css'
import { getLinkHost } from '@lms/contract/rules/https-url'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './rich-text.module.css'

/* oxfmt-ignore */
const rules = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote', 'h2', 'h3', 'h4', 'code', 'pre', 'hr', 'mark'],
  ALLOWED_ATTR: ['href', 'start'],
}

function cleaned(html: string): string {
  const body = document.createElement('div')
  body.append(DOMPurify.sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true }))
  for (const link of body.querySelectorAll('a')) {
    link.setAttribute('rel', 'noopener noreferrer nofollow')
    link.setAttribute('target', '_blank')
    const host = getLinkHost(link.getAttribute('href') ?? '', link.textContent)
    if (host) link.after(` (${host})`)
  }
  return body.innerHTML
}

type Props = {
  html: string
  /** `talk` is the smaller grotesk of comments. */
  voice?: 'book' | 'talk'
}

export function RichText({ html, voice = 'book' }: Props) {
  const clean = useMemo(() => cleaned(html), [html])
  return <div className={`${classes.prose} ${classes[voice]}`} dangerouslySetInnerHTML={{ __html: clean }} />
}
