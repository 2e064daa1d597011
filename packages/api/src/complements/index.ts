export {
  figuresMax,
  transportSettings,
  transportSettingsInput,
  type CartaPorte,
  type CartaPorteInput,
  type TransportSettings,
} from './carta-porte/shape';
export * from './complement';
export * from './fields';
export * from './list';
export * from './withholdings';
