// The fields of forms: text, numbers, dates, choices, and searches in the records of the organization.
import {
  FileInput,
  MultiSelect,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from './context.ts';
import type { Session } from './session.ts';
import { t } from './words.ts';

export type Values = Record<string, string>;

interface Choice {
  value: string;
  label: string;
}

export interface FieldSpec {
  /** The name of the value, which is also the key of the label in `words.ts`. */
  name: string;
  kind?:
    | 'text'
    | 'lines'
    | 'permissions'
    | 'number'
    | 'date'
    | 'secret'
    | 'file'
    | readonly string[]
    | Search;
  preset?: string;
  isOptional?: boolean;
  /** Whether the field is shown; the result can depend on the values of the other fields. */
  isShown?(values: Values): boolean;
  /** The key of the text in `words.ts` that is shown if a search finds nothing. */
  nothing?: string;
}

/** Searches records by a text, and returns the name of the record that a form already contains. */
export interface Search {
  find(session: Session, text: string): Promise<Choice[]>;
  name?(session: Session, value: string): Promise<string>;
}

interface FieldProps {
  field: FieldSpec;
  value: string;
  onChange(value: string): void;
  error?: ReactNode;
}

export function Field({ field, value, onChange, error }: FieldProps) {
  const { name, kind = 'text', isOptional } = field;
  const shared = { label: t(name), value, error, required: !isOptional };
  const onInput = (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value);
  if (isSearch(kind))
    return (
      <SearchField field={field} search={kind} value={value} onChange={onChange} error={error} />
    );
  if (typeof kind === 'object') {
    const data = kind.map((one) => ({ value: one, label: t(one) }));
    const none = isOptional ? [{ value: '', label: '' }] : [];
    return <NativeSelect {...shared} data={[...none, ...data]} onChange={onInput} />;
  }
  if (kind === 'number')
    return (
      <NumberInput
        {...shared}
        hideControls
        thousandSeparator=","
        onChange={(number) => onChange(String(number))}
      />
    );
  if (kind === 'secret') return <PasswordInput {...shared} autoComplete="off" onChange={onInput} />;
  if (kind === 'file')
    return (
      <FileInput
        label={t(name)}
        required
        placeholder={t('choose_file')}
        onChange={(file) => void (file && base64Of(file).then(onChange))}
      />
    );
  if (kind === 'permissions') return <PermissionsField {...shared} onChange={onChange} />;
  if (kind === 'lines') return <Textarea {...shared} autosize minRows={2} onChange={onInput} />;
  return <TextInput {...shared} type={kind} onChange={onInput} />;
}

const isSearch = (kind: NonNullable<FieldSpec['kind']>): kind is Search =>
  typeof kind === 'object' && !Array.isArray(kind);

/**
 * A field in which a person chooses from the own permissions. Its value is the names of the chosen
 * permissions, separated by blanks.
 */
function PermissionsField({
  value,
  onChange,
  ...shared
}: Pick<FieldProps, 'value' | 'onChange' | 'error'> & { label: string; required: boolean }) {
  const { granted } = useSession();
  return (
    <MultiSelect
      {...shared}
      searchable
      clearable
      hidePickedOptions
      data={[...granted].sort()}
      value={value === '' ? [] : value.split(' ')}
      onChange={(chosen) => onChange(chosen.join(' '))}
      nothingFoundMessage={t('nothing')}
    />
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function SearchField({ field, search, value, onChange, error }: FieldProps & { search: Search }) {
  const session = useSession();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Choice>();
  // The form may have filled in an identifier without its name, so the name is read here.
  const named = useQuery({
    queryKey: ['name', field.name, value],
    enabled: value !== '' && chosen?.value !== value && search.name !== undefined,
    queryFn: async () => ({ value, label: (await search.name?.(session, value)) ?? value }),
    staleTime: Infinity,
  });
  const known =
    value === '' ? undefined : chosen?.value === value ? chosen : (named.data ?? undefined);
  const { data = [], isFetching } = useQuery({
    queryKey: ['search', field.name, text],
    queryFn: () => search.find(session, text === known?.label ? '' : text),
    placeholderData: (before) => before,
  });
  const others = data.filter((one) => one.value !== known?.value);
  return (
    <Select
      label={t(field.name)}
      required={!field.isOptional}
      error={error}
      searchable
      data={[...(known ? [known] : []), ...others]}
      // The options are not filtered again, because the API has already searched.
      filter={({ options }) => options}
      value={value === '' ? null : value}
      searchValue={text}
      onSearchChange={setText}
      onChange={(next) => {
        setChosen(data.find((one) => one.value === next));
        onChange(next ?? '');
      }}
      nothingFoundMessage={t(isFetching ? 'loading' : (field.nothing ?? 'nothing'))}
    />
  );
}

/** Returns a search in a catalogue of the SAT, which finds codes by their texts. */
export const catalog = (name: string): Search => ({
  async find({ timbre }, text) {
    const query = { limit: 20, ...(text && { query: text.split(' · ')[0] }) };
    const { data } = await timbre.searchSatCatalog({ path: { catalog: name }, query });
    return data.map((one) => ({ value: one.code, label: entryOf(one) }));
  },
  name: async ({ timbre }, code) =>
    entryOf((await timbre.getSatCatalogEntry({ path: { catalog: name, code } })).data),
});

const entryOf = ({ code, description }: { code: string; description: string }): string =>
  `${code} · ${description}`;

/** Searches in the organization's customers. */
export const customers: Search = {
  async find({ timbre, may }, text) {
    if (!may('listContacts')) return [];
    const { data } = await timbre.listContacts({
      query: { limit: 20, kind: 'customer', ...(text && { query: text }) },
    });
    return data.map((one) => ({ value: one.contactId, label: contactOf(one) }));
  },
  name: async ({ timbre }, contactId) =>
    contactOf((await timbre.getContact({ path: { contactId } })).data),
};

const contactOf = ({ legalName, rfc = '' }: { legalName: string; rfc?: string }): string =>
  `${legalName} · ${rfc}`;

/** Searches in the organization's products. */
export const products: Search = {
  async find({ timbre, may }, text) {
    if (!may('listProducts')) return [];
    const { data } = await timbre.listProducts({
      query: { limit: 20, active: true, ...(text && { query: text }) },
    });
    return data.map((one) => ({ value: one.productId, label: one.description }));
  },
  name: async ({ timbre }, productId) =>
    (await timbre.getProduct({ path: { productId } })).data.description,
};
