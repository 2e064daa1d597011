// A button for one operation of the API. The button opens a dialog that explains the consequence of
// the operation. After the request, the dialog shows the response.
import { Alert, Button, CopyButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TimbreError, type Issue } from '@timbre/client';
import { useState } from 'react';
import { useSession } from './context.ts';
import { Field, type FieldSpec, type Values } from './fields.tsx';
import { Said } from './said.tsx';
import type { Answer, Operation, Session } from './session.ts';
import { nameOf, t } from './words.ts';

interface ActionProps {
  operation: Operation;
  /** The key of the button's label in `words.ts`; the key of its explanation is `<name>_does`. */
  name: string;
  path?: Record<string, string>;
  fields?: FieldSpec[];
  /**
   * Makes the body of the request from the values of the fields, and from the values that they had
   * when the dialog was opened; by default the body is the values.
   */
  body?(values: Values, before: Values): object | Promise<object>;
  /** Work to run instead of a single request. */
  run?(session: Session, values: Values, idempotencyKey: string): Promise<unknown>;
  /** Whether the fields show a record, so that the action does nothing until one is changed. */
  isEdit?: boolean;
  isDangerous?: boolean;
  /** The member of the response that the API shows only once. */
  secret?: string;
  done?(data: never): void;
}

export function Action(props: ActionProps) {
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!may(props.operation)) return null;
  const { name, isDangerous } = props;
  return (
    <>
      <Button
        variant={isDangerous ? 'default' : 'light'}
        color={isDangerous ? 'red' : 'indigo'}
        onClick={() => setOpen(true)}
      >
        {t(name)}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(name)}
        closeButtonProps={{ 'aria-label': t('close') }}
        transitionProps={{ duration: 0 }}
        // Without this role, the header of the dialog would be a second banner of the page for
        // screen readers.
        attributes={{ header: { role: 'presentation' } }}
      >
        <Dialog {...props} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/**
 * Sends the request of an action. The idempotency key stays the same until the outcome is known.
 */
function useRequest(
  { operation, path, fields = [], body, run, done }: ActionProps,
  values: Values,
  before: Values,
  close: (answer: Answer<unknown>) => void,
) {
  const session = useSession();
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Answer<unknown>> => {
      if (run) return { data: await run(session, values, idempotencyKey) };
      const hasBody = body !== undefined || fields.length > 0;
      const content = hasBody ? { body: await (body ?? given)(values, before) } : {};
      return session.ask(operation, { path, ...content, idempotencyKey });
    },
    onSuccess: (answer) => {
      void queries.invalidateQueries();
      // The name of the operation determines the type of the response.
      done?.(answer.data as never);
      close(answer);
    },
    onError: (fault) => {
      const isUnknown = fault instanceof TimbreError && fault.outcome === 'unknown';
      if (!isUnknown) setKey(crypto.randomUUID());
    },
  });
}

function Dialog(props: ActionProps & { close(): void }) {
  const [secret, setSecret] = useState<string>();
  const [warnings, setWarnings] = useState<Fault[]>([]);
  const { name, fields = [], isDangerous, isEdit = false, close } = props;
  // The record can be read again while the dialog is open, so the first presets are kept.
  const [before] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.preset ?? ''])),
  );
  const [values, setValues] = useState(before);
  const shown = fields.filter(({ isShown }) => isShown?.(values) ?? true);
  const { mutate, isPending, error } = useRequest(
    props,
    values,
    before,
    ({ data, warnings: given = [] }) => {
      const shownOnce = props.secret && (data as Record<string, unknown>)[props.secret];
      setWarnings(given);
      if (shownOnce) setSecret(String(shownOnce));
      else if (given.length === 0) close();
    },
  );
  if (secret) return <ShownOnce secret={secret} />;
  if (warnings.length > 0) return <Warned warnings={warnings} close={close} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Stack>
        <Text>{t(`${name}_does`)}</Text>
        {shown.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {error && <Refused error={error} />}
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {t('leave')}
          </Button>
          <Button
            variant="filled"
            type="submit"
            loading={isPending}
            color={isDangerous ? 'red' : 'indigo'}
            disabled={isEdit && !hasChanged(values, before)}
          >
            {t(name)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const hasChanged = (values: Values, before: Values): boolean =>
  Object.entries(values).some(([name, value]) => value !== before[name]);

/** Shows the warnings of a request that was carried out. */
const Warned = ({ warnings, close }: { warnings: Fault[]; close(): void }) => (
  <Stack>
    <Text>{t('done_with_warnings')}</Text>
    <Issues name="warnings" issues={warnings} />
    <Button onClick={close}>{t('close')}</Button>
  </Stack>
);

/** Shows a secret that the API does not show again. */
const ShownOnce = ({ secret }: { secret: string }) => (
  <Stack>
    <Text>{t('shown_once')}</Text>
    <code className="said">{secret}</code>
    <CopyButton value={secret}>
      {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'copied' : 'copy')}</Button>}
    </CopyButton>
  </Stack>
);

/** Returns the fields that a person has filled in. */
export const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** The message of an issue, and the path of the field that it concerns. */
export type Fault = Pick<Issue, 'path' | 'message'>;

const Faults = ({ of }: { of: readonly Fault[] }) => (
  <List size="sm">
    {of.map(({ path, message }, index) => (
      <List.Item key={index}>
        {nameOf(path)}
        <Said message={message} />
      </List.Item>
    ))}
  </List>
);

export const Issues = ({
  name: title,
  issues = [],
}: {
  name: string;
  issues?: Fault[] | undefined;
}) =>
  issues.length === 0 ? null : (
    <Alert color="orange" title={t(title)}>
      <Faults of={issues} />
    </Alert>
  );

/** Shows the refusal of the API, with its issues. */
export function Refused({ error }: { error: Error }) {
  if (!(error instanceof TimbreError))
    return (
      <Alert color="red" title={t('failed')}>
        {error.message}
      </Alert>
    );
  if (error.outcome === 'kept')
    return (
      <Alert color="orange" title={t('kept')}>
        {t('kept_does')}
      </Alert>
    );
  const [message = ''] = error.message.replace(/^\w+: /, '').split('\n');
  return (
    <Alert
      color="red"
      title={t(error.outcome === 'unknown' ? 'unknown_outcome' : 'refused')}
      className="said"
    >
      <Said message={message} />
      <Faults of={error.issues} />
      {error.requestId && <Text size="xs">{error.requestId}</Text>}
    </Alert>
  );
}
