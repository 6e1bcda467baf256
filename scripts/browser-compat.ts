import bcd, {
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data/forLegacyNode'
import { oldestSupported } from './supported-browsers.ts'

/** MDN's table of what each version of each browser has. */
export const { api, css, javascript } = bcd

const { chrome, safari, firefox } = oldestSupported
const oldest = {
  ...{ chrome, chrome_android: chrome, webview_android: chrome },
  ...{ safari, safari_ios: safari },
  ...{ firefox, firefox_android: firefox },
}

/** Whether one of the oldest browsers that we support has no such feature; false for what the table does not know. */
export function isLacking({ __compat: compat }: Identifier): boolean {
  return Object.entries(oldest).some(([browser, version]) => {
    const statements = compat?.support[browser as keyof typeof oldest]
    return statements && ![statements].flat().some((statement) => isIn(statement, version))
  })
}

function isIn(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed } = statement
  // Under another name, or behind a flag, it is no such feature.
  if (statement.prefix || statement.alternative_name || statement.flags) return false
  return isSince(added, version) && !(removed && isSince(removed, version))
}

function isSince(since: string | false, version: string): boolean {
  if (since === false || since === 'preview') return false
  return since.replace('≤', '').localeCompare(version, 'en', { numeric: true }) <= 0
}
