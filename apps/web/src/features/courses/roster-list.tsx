/** The students of a course: searched, with links to their pages. */

import { Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatLastSeen } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Avatar } from '#ui/avatar.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { courseStudentsQuery } from '#features/users/api.ts'
import classes from './roster-list.module.css'

const pageSize = 50

export function RosterList({ courseId }: { courseId: string }) {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const now = useServerNow(60_000)
  const list = useQuery({
    ...courseStudentsQuery({ params: { courseId }, query: { limit, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const rows = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The students could not be loaded" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={5} />
    if (list.data.items.length === 0)
      return <Text variant="meta">{search ? `Nobody matches “${search}”.` : 'No students yet. Share the join link or add people.'}</Text>
    return (
      <Rows label="Students">
        {list.data.items.map(({ id, name, email, profileImageUrl, lastSeenAt }) => (
          <Row
            key={id}
            to={paths.userDetails.to({ userId: id })}
            glyph={<Avatar id={id} name={name} src={profileImageUrl} />}
            name={name}
            meta={email}
            fact={formatLastSeen(lastSeenAt, now)}
          />
        ))}
      </Rows>
    )
  }
  const hasMore = list.data !== undefined && list.data.total > list.data.items.length && limit < 100
  return (
    <div className={classes.roster}>
      <SearchField
        label="Search students"
        value={search}
        found={list.isPlaceholderData ? null : (list.data?.total ?? null)}
        onChange={setSearch}
      />
      <div className={classes.list}>
        <FormerRows isFormer={list.isPlaceholderData}>{rows()}</FormerRows>
      </div>
      {hasMore && (
        <Button variant="default" onClick={() => setLimit(100)}>
          Show more
        </Button>
      )}
      {list.data !== undefined && list.data.total > 100 && limit === 100 && (
        <Text variant="meta">The first 100 of {list.data.total}. Search for a name to find others.</Text>
      )}
    </div>
  )
}
