/** Text in which the words of a search are marked. */

import { Fragment, type ReactNode } from 'react'
import { findWords } from '@lms/contract/rules/search'

export function Marked({ text, search }: { text: string; search: string }): ReactNode {
  let end = 0
  const parts = findWords(text, search).map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return [...parts, text.slice(end)]
}
