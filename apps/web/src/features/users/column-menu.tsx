/** Which columns the list of people has. */
import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { columnKeys, columnLabels, type Columns } from './use-columns.ts'

export const ColumnMenu = ({ columns }: { columns: Columns }) => (
  <Menu position="bottom-end" closeOnItemClick={false}>
    <Menu.Target>
      <Button variant="subtle" size="sm" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
        Columns
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {columnKeys.map((key) => (
        <Menu.CheckboxItem key={key} checked={columns.isShown(key)} onChange={() => columns.toggle(key)}>
          {columnLabels[key]}
        </Menu.CheckboxItem>
      ))}
    </Menu.Dropdown>
  </Menu>
)
