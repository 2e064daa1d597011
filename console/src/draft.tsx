// The frame of a form for a CFDI: its fields, and beside them the amounts and issues of the preview.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { Timbre } from '@timbre/client';
import type { ReactNode } from 'react';
import { Action, Issues, Refused, type Fault } from './action.tsx';
import { useSession } from './context.ts';
import { Card, Fields } from './detail.tsx';
import { Field, type FieldSpec, type Values } from './fields.tsx';
import { go } from './route.ts';
import { Said } from './said.tsx';
import { t } from './words.ts';

export type CfdiInput = Parameters<Timbre['previewCfdi']>[0]['body'];

const totals = ['subtotal', 'discount', 'ivaTransferred', 'ivaWithheld', 'isrWithheld', 'total'];
/** The time without a change after which the preview is requested, in milliseconds. */
export const pause = 400;

/** Shows the fields of a form, each with the issues of the preview. */
export const Inputs = ({
  fields,
  values,
  issues,
  pathOf,
  change,
}: {
  fields: FieldSpec[];
  values: Values;
  issues: Fault[];
  /** The path of a field in the request. */
  pathOf(name: string): (string | number)[];
  change(name: string, value: string): void;
}) => (
  <Stack gap="xs">
    {fields.map((field) => (
      <Field
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        error={faultAt(issues, pathOf(field.name))}
        onChange={(value) => change(field.name, value)}
      />
    ))}
  </Stack>
);

/** Returns the messages of the issues for the field with this path. */
function faultAt(issues: Fault[], path: (string | number)[]): ReactNode {
  const messages = issues
    .filter((issue) => path.every((part, place) => issue.path[place] === part))
    .map(({ message }) => message);
  return messages.length > 0 && <Said message={messages.join(' ')} />;
}

export function DraftPage({
  title,
  input,
  total,
  edited,
  children,
}: {
  title: string;
  /** The reference of the draft that the form changes; absent if the form makes a new draft. */
  edited?: string | undefined;
  /** The content of the document; undefined until the form is complete. */
  input: CfdiInput | undefined;
  /** The amount to show if the document itself has none. */
  total?: { amount: number; currency: string } | undefined;
  children(issues: Fault[]): ReactNode;
}) {
  const { timbre } = useSession();
  const [asked] = useDebouncedValue(input, pause, { leading: true });
  const { data, error } = useQuery({
    queryKey: ['preview', asked],
    queryFn: asked ? ({ signal }) => timbre.previewCfdi({ body: asked, signal }) : skipToken,
    placeholderData: keepPreviousData,
  });
  const preview = data?.data;
  const issues = (input && preview?.issues) ?? [];
  return (
    <Stack>
      <Title order={1} size="h2">
        {t(title)}
      </Title>
      <div className="beside">
        <Stack>{children(issues)}</Stack>
        <Card title="preview">
          <Stack>
            {!input && <Text>{t('preview_waits')}</Text>}
            {error && <Refused error={error} />}
            {input && preview && (
              <>
                <Fields of={{ ...preview.fiscal, total: total ?? preview.total }} names={totals} />
                <Issues name="issues" issues={issues} />
                <Issues name="warnings" issues={preview.warnings} />
                {issues.length === 0 && (
                  <Group>
                    <Save input={input} edited={edited} />
                  </Group>
                )}
              </>
            )}
          </Stack>
        </Card>
      </div>
    </Stack>
  );
}

/** Shows the button that makes a new draft, or replaces the content of the edited draft. */
const Save = ({ input, edited }: { input: CfdiInput; edited: string | undefined }) => (
  <Action
    {...(edited === undefined
      ? { operation: 'createCfdi', name: 'draft_it' }
      : { operation: 'updateCfdi', name: 'save_draft', path: { documentRef: edited } })}
    body={() => input}
    done={({ documentRef }: { documentRef: string }) => go(['documents', 'cfdi', documentRef])}
  />
);
