import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFlask } from '@tabler/icons-react'
import { useLoadDemo } from '../../app/use-load-demo.ts'
import { WriteButton } from '../../app/write-button.tsx'
import { productTexts } from '../../messages/product-texts.ts'
import { useReadOnly } from '../../session/use-read-only.ts'
import { useSession } from '../../session/use-session.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** T-06: in sight where there is nothing else to show, put away where there is. */
export function LoadDemo({ isEmpty }: { isEmpty: boolean }) {
  const { merchant } = useSession()
  const demo = useLoadDemo()
  const isReadOnly = useReadOnly() !== null
  if (merchant.isDemo || isEmpty) {
    return (
      <WriteButton
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
        <ActionIcon variant="default" size={36} aria-label="More actions" loading={demo.isPending}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFlask {...icon} />} disabled={isReadOnly} onClick={() => demo.mutate()}>
          {productTexts.loadDemo}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
