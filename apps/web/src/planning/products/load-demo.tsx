import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFlask, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useLoadDemo } from '../../accounts/demo/use-load-demo.ts'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { WriteItem, WriteReason } from '../../session/read-only/write-item.tsx'
import { useSession } from '../../session/use-session.ts'
import { productTexts } from '../../ui/messages/product-texts.ts'
import classes from './products.module.css'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/**
 * Offers demo data (T-06): visibly where there is nothing else to show, otherwise in a menu beside the
 * import.
 */
export function LoadDemo({ isEmpty }: { isEmpty: boolean }) {
  const { merchant } = useSession()
  const navigate = useNavigate()
  const demo = useLoadDemo()
  if (merchant.isDemo || isEmpty) {
    return (
      <WriteButton
        least="owner"
        leftSection={<IconFlask {...icon} />}
        loading={demo.isPending}
        onClick={() => demo.mutate()}
      >
        {productTexts.loadDemo}
      </WriteButton>
    )
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.more ?? ''}
          variant="default"
          size={36}
          aria-label="More actions"
          loading={demo.isPending}
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload {...icon} />} onClick={() => void navigate({ to: '/import' })}>
          Import a file
        </Menu.Item>
        <WriteReason least="owner" />
        <WriteItem least="owner" leftSection={<IconFlask {...icon} />} onClick={() => demo.mutate()}>
          {productTexts.loadDemo}
        </WriteItem>
      </Menu.Dropdown>
    </Menu>
  )
}
