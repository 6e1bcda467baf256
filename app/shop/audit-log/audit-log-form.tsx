import { Form } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { auditActions } from './audit-actions.ts'
import { type AuditSearch, knownActions, subjectLabels } from './audit-search.ts'

/** Which entries to show: a form for the page's address, that works without script. */
export function AuditLogForm({ search }: { search: AuditSearch }) {
  const { subject, action, id } = search
  return (
    <search>
      <Form
        key={`${subject} ${action} ${id}`}
        action="/admin/audit-log"
        className="flex flex-wrap items-end gap-x-3 gap-y-3"
      >
        <div className="min-w-40 flex-1 sm:max-w-56">
          <SelectField label="About" name="subject" defaultValue={subject ?? ''}>
            <option value="">Everything</option>
            {Object.entries(subjectLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="min-w-40 flex-1 sm:max-w-72">
          <SelectField label="Action" name="action" defaultValue={action ?? ''}>
            <option value="">Any</option>
            {knownActions.map((value) => (
              <option key={value} value={value}>
                {auditActions[value]}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" variant="secondary" className="mb-1.5">
          Show
        </Button>
        {(subject || action || id) && (
          <ButtonLink to="/admin/audit-log" variant="quiet" className="mb-1.5">
            Show all
          </ButtonLink>
        )}
      </Form>
    </search>
  )
}
