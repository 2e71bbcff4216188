/** What can be done with one media item of the library; deleting its file and deleting it are two different things. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconExternalLink, IconEye, IconFileX, IconLink, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { LibraryPreview } from './library-preview.tsx'
import { type LibraryItem, libraryLinks, getSourceKind } from './library.ts'
import { DeleteFileDialog, DeleteLibraryMediaDialog } from './media-actions.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function LibraryMenu({ item }: { item: LibraryItem }) {
  const [dialog, setDialog] = useState<'preview' | 'file' | 'media' | null>(null)
  const close = (): void => setDialog(null)
  const { view, edit, replace, week } = libraryLinks(item)
  const stock = getSourceKind(item)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${item.title}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => setDialog('preview')}>
            Preview
          </Menu.Item>
          {week && (
            <Menu.Item component={Link} to={week} leftSection={<IconExternalLink {...icon} />}>
              Where it is used
            </Menu.Item>
          )}
          {edit && (
            <Menu.Item component={Link} to={edit} leftSection={<IconPencil {...icon} />}>
              Edit
            </Menu.Item>
          )}
          {replace && (
            <Menu.Item component={Link} to={replace} leftSection={<IconReplace {...icon} />}>
              {stock === 'none' ? 'Add a recording' : 'Replace the recording'}
            </Menu.Item>
          )}
          {view && (
            <Menu.Item
              leftSection={<IconLink {...icon} />}
              onClick={() => void copyToClipboard(location.origin + view, 'The link is copied')}
            >
              Copy link
            </Menu.Item>
          )}
          <Menu.Divider />
          {stock === 'file' && (
            <Menu.Item c="var(--c-bad)" leftSection={<IconFileX {...icon} />} onClick={() => setDialog('file')}>
              Delete the file
            </Menu.Item>
          )}
          <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={() => setDialog('media')}>
            Delete the {item.type === 'LIVE' ? 'session' : 'recording'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'preview' && <LibraryPreview item={item} onClose={close} />}
      {dialog === 'file' && <DeleteFileDialog media={item} onClose={close} onDone={close} />}
      {dialog === 'media' && <DeleteLibraryMediaDialog media={item} isUsed={item.usedIn !== null} onClose={close} onDone={close} />}
    </>
  )
}
