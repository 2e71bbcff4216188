/** Lists, tables, prose, and the four states of a section. */

import { ActionIcon, Badge, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#ui/avatar.tsx'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Card } from '#ui/card.tsx'
import { Cell, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconClipboardText, IconDots, IconMovie } from '#ui/icons.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Row, RowGroup, Rows, Section } from '#ui/row.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './gallery.module.css'

const people = [
  { id: 'ana', name: 'Ana Li', email: 'ana.li@harbour.example', role: 'Student', state: 'active', more: '+2', seen: '2 min ago' },
  {
    id: 'chloe',
    name: 'Chloé Martin',
    email: 'chloe.martin@harbour.example',
    role: 'Student',
    state: 'active',
    more: '',
    seen: '6 days ago',
  },
  { id: 'noah', name: 'Noah Berg', email: 'noah.berg@harbour.example', role: 'Student', state: 'invited', more: '', seen: 'Never' },
  { id: 'rosa', name: 'Rosa Klein', email: 'rosa.klein@harbour.example', role: 'Trainer', state: 'suspended', more: '+1', seen: '2 Sep' },
] as const

const columns = [
  { key: 'name', label: 'Name', sortTo: '?sort=-name', sorted: 'asc' as const },
  { key: 'role', label: 'Role' },
  { key: 'courses', label: 'Courses' },
  { key: 'status', label: 'Status' },
  { key: 'seen', label: 'Last seen', isNumber: true },
  { key: 'menu', label: 'Actions', isLabelHidden: true, width: 48 },
]

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function People() {
  const [chosen, setChosen] = useState<readonly string[]>(['chloe'])
  const choose = (id: string, isOn: boolean): void => setChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  const all = {
    label: 'All on this page',
    isAll: chosen.length === people.length,
    isSome: chosen.length > 0,
    onChange: (isOn: boolean) => setChosen(isOn ? people.map(({ id }) => id) : []),
  }
  return (
    <Section title="Table" count={24}>
      <DataTable label="Users" columns={columns} choice={all}>
        {people.map(({ id, name, email, role, state, more, seen }) => (
          <DataRow key={id} choice={{ label: name, isOn: chosen.includes(id), onChange: (isOn) => choose(id, isOn) }}>
            <NameCell name={name} meta={email} to="#" picture={<Avatar id={id} name={name} />} />
            <Cell>{role}</Cell>
            <Cell>Data Journalism {more && <Badge>{more}</Badge>}</Cell>
            <Cell>
              <StatusText state={state} />
            </Cell>
            <Cell isNumber>{seen}</Cell>
            <Cell>
              <ActionIcon aria-label={`Actions for ${name}`}>
                <IconDots {...icon} />
              </ActionIcon>
            </Cell>
          </DataRow>
        ))}
      </DataTable>
      <Pagination page={3} limit={10} total={132} label="Users" />
      <BulkBar
        count={chosen.length}
        onClear={() => setChosen([])}
        actions={[
          { key: 'enrol', label: 'Enrol in course', onClick: () => setChosen([]) },
          { key: 'remove', label: 'Delete', isDestructive: true, onClick: () => setChosen([]) },
        ]}
      />
    </Section>
  )
}

function Lists() {
  return (
    <Section title="Next 7 days" action={<Link to="#">All assignments</Link>}>
      <RowGroup title="Overdue" isOverdue>
        <Row
          to="#a"
          glyph={<StatusIcon name="missing" />}
          name="Peer review: two leads"
          meta="Data Journalism · was due Wed 18 Nov"
          fact="Open until Sun 22 Nov"
          factTone="bad"
        />
      </RowGroup>
      <RowGroup title="Today">
        <Row
          to="#b"
          glyph={<StatusIcon name="live" />}
          name="Q&A: sourcing numbers"
          meta="Data Journalism · 14:00 to 15:00"
          fact="Live"
          factTone="now"
        />
        <Row
          to="#c"
          isCurrent
          glyph={<StatusIcon name="in-progress" share={0.4} />}
          icon={<IconMovie {...icon} />}
          name="Cleaning a messy dataset"
          meta="Video, 31 min"
          fact="18 min left"
          factTone="now"
        />
        <Row
          to="#d"
          glyph={<StatusIcon name="draft" />}
          icon={<IconClipboardText {...icon} />}
          name="Week 6 method note"
          meta="4 of 6 answered"
          fact="Due 23:59"
        />
      </RowGroup>
    </Section>
  )
}

function Talk() {
  return (
    <Section title="Replies" count={9}>
      <RichText html='<p>The consumer index was rebased in 2005 and the two series overlap for <em>one year</em> only. Which of the two would you <a href="https://example.org">print</a>?</p>' />
      <Rows>
        <Row
          glyph={<Avatar id="ines" name="Inês Carvalho" size={28} />}
          name="Inês Carvalho"
          meta="Wed, 15:02"
          controls={
            <Menu>
              <Menu.Target>
                <ActionIcon aria-label="Actions">
                  <IconDots {...icon} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item>Edit</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          }
        />
      </Rows>
    </Section>
  )
}

export function PageParts() {
  return (
    <>
      <People />
      <div className={classes.two}>
        <Lists />
        <Talk />
      </div>
      <div className={classes.two}>
        <Card>
          <EmptyState title="No courses yet" action={<Button>Browse courses</Button>}>
            Courses you join appear here, with what comes next in each.
          </EmptyState>
        </Card>
        <Card>
          <SkeletonRows />
        </Card>
        <Card>
          <LoadFailed
            title="The discussion could not be loaded"
            cause="The server did not answer within 10 seconds. The rest of the page works."
            requestId="7f3a-91c2"
            onRetry={() => undefined}
          />
        </Card>
        <Card>
          <LoadingScreen />
        </Card>
      </div>
    </>
  )
}
