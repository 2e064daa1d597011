// A button for one operation of the API. The button opens a dialog that explains the consequence of
// the operation. After the request, the dialog shows the response.
import { Alert, Button, CopyButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TimbreError } from '@timbre/client';
import { useState } from 'react';
import { useSession } from './context.ts';
import { Field, type FieldSpec, type Values } from './fields.tsx';
import type { Operation, Session } from './session.ts';
import { nameOf, t } from './words.ts';

interface ActionProps {
  operation: Operation;
  /** The key of the button's label in `words.ts`; the key of its explanation is `<name>_does`. */
  name: string;
  path?: Record<string, string>;
  fields?: FieldSpec[];
  /**
   * Makes the body of the request from the values of the fields; by default the body is these
   * values.
   */
  body?(values: Values): object | Promise<object>;
  /** Work to run instead of a single request. */
  run?(session: Session, values: Values, idempotencyKey: string): Promise<unknown>;
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
  close: (answer: unknown) => void,
) {
  const session = useSession();
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<unknown> => {
      if (run) return run(session, values, idempotencyKey);
      const hasBody = body !== undefined || fields.length > 0;
      const content = hasBody ? { body: await (body ?? given)(values) } : {};
      return (await session.ask(operation, { path, ...content, idempotencyKey })).data;
    },
    onSuccess: (answer) => {
      void queries.invalidateQueries();
      // The name of the operation determines the type of the response.
      done?.(answer as never);
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
  const { name, fields = [], isDangerous, close } = props;
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.preset ?? ''])),
  );
  const shown = fields.filter(({ isShown }) => isShown?.(values) ?? true);
  const { mutate, isPending, error } = useRequest(props, values, (answer) => {
    const given = props.secret && (answer as Record<string, unknown> | undefined)?.[props.secret];
    if (given) setSecret(String(given));
    else close();
  });
  if (secret)
    return (
      <Stack>
        <Text>{t('shown_once')}</Text>
        <code className="said">{secret}</code>
        <CopyButton value={secret}>
          {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'copied' : 'copy')}</Button>}
        </CopyButton>
      </Stack>
    );
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
          >
            {t(name)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the fields that a person has filled in. */
const given = (values: Values): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

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
  const [message] = error.message.replace(/^\w+: /, '').split('\n');
  return (
    <Alert
      color="red"
      title={t(error.outcome === 'unknown' ? 'unknown_outcome' : 'refused')}
      className="said"
    >
      {message}
      <List size="sm">
        {error.issues.map(({ path, message: text }, index) => (
          <List.Item key={index}>
            {nameOf(path)}
            {text}
          </List.Item>
        ))}
      </List>
      {error.requestId && <Text size="xs">{error.requestId}</Text>}
    </Alert>
  );
}
