/** The join link in the line under the title of a page: its code, or that it is off. */

import { useQuery } from '@tanstack/react-query'
import { formatJoinCode } from '@lms/contract/rules/join-code'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { joinLinkQuery, useUpdateJoinLink } from './api.ts'

export function JoinLinkLine({ courseId }: { courseId: string }) {
  const params = { courseId }
  const { data } = useQuery(joinLinkQuery({ params }))
  const update = useUpdateJoinLink()
  const link = data?.link
  if (!link) return null
  if (!link.isActive)
    return (
      <span>
        Join link off{' '}
        <LinkButton label="Switch the join link on" onClick={() => update.mutate({ params, body: { isActive: true } })}>
          Switch on
        </LinkButton>
      </span>
    )
  return (
    <span>
      Join link {formatJoinCode(link.code)}{' '}
      <LinkButton label="Copy the join link" onClick={() => void copyToClipboard(link.url, 'Join link copied')}>
        Copy
      </LinkButton>
    </span>
  )
}
