import { Drawer } from '@mantine/core'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

/** Shows the sidebar over the page, on phones. */
export default function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="18rem"
      padding={0}
      withCloseButton={false}
      title={<span className="spoken">Menu</span>}
      classNames={{ header: classes.drawerHeader, body: classes.drawerBody, content: classes.drawer }}
      transitionProps={{ duration: 180 }}
    >
      <Sidebar isCollapsed={false} onNavigate={onClose} />
    </Drawer>
  )
}
